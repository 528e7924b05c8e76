import type { BrandNames } from './brandNames.ts'
import type { Outline } from './outline.ts'
import type { SiteRelation } from './siteRelation.ts'

const FEWEST = 3
const MIN_SHARE = 0.5
const MAX_READ = 500

/** The official domain that most pictures, styles and icons of a foreign page are loaded from: a copy that was not even copied. */
export function borrowedFrom({ assets, icons }: Outline, relation: SiteRelation, names: BrandNames): string | null {
  const targets = [...assets, ...icons].slice(0, MAX_READ).flatMap((href) => relation.resolve(href) ?? [])
  const byBrand = new Map<string, { count: number; domain: string }>()
  for (const { url, offSite } of targets) {
    const brand = offSite ? names.byDomain(url.hostname) : null
    if (brand === null) continue
    const domain = brand.domains.find((own) => url.hostname === own || url.hostname.endsWith(`.${own}`)) ?? url.hostname
    byBrand.set(brand.brand, { count: (byBrand.get(brand.brand)?.count ?? 0) + 1, domain })
  }
  const [most] = [...byBrand.values()].sort((a, b) => b.count - a.count)
  return most && most.count >= FEWEST && most.count >= targets.length * MIN_SHARE ? most.domain : null
}
