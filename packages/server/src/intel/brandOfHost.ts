import { hostKeys } from './lookup/hostKeys.ts'

/**
 * The project that a host or a parent of it is an official domain of; null for none.
 * @param host canonical, as `canonicalKey` makes it.
 * @param brands by domain.
 */
export function brandOfHost(host: string, brands: ReadonlyMap<string, string>): string | null {
  for (const { value } of hostKeys(host)) {
    const brand = brands.get(value)
    if (brand !== undefined) return brand
  }
  return null
}
