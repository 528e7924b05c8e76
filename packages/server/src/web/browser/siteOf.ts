import { parseSite } from '../address/parseSite.ts'

/** Whose an address is. */
export function siteOf(url: string): string {
  const { site, host } = parseSite(url)
  return site ?? host
}
