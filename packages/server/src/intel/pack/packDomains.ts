import { readPack } from './readPack.ts'

let loaded: { domain: string; brand: string }[] | undefined

/** Official domains (lower case, registrable or below) of projects and exchanges, each with its brand. No shared hosting. */
export function packDomains(): readonly { domain: string; brand: string }[] {
  loaded ??= (readPack().section('domains') as [string, string][]).map(([domain, brand]) => ({ domain, brand }))
  return loaded
}
