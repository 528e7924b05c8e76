import type { Origin } from '@redoubt/risk/facts/origin.ts'
import type { BrandLikeness, LexicalScore, SiteAddress } from '@redoubt/risk/facts/site.ts'
import { siteOf } from './sharedHosts.ts'
import { createSiteWords, type SiteWordsOf } from './siteWords.ts'

/** What is known of a site. `listsLoaded` false: no list of bad sites has ever been read, so being on none says nothing. */
export type OriginWord = { origin: Origin; listsLoaded: boolean }

/**
 * Asks everything that is known of a site without visiting it.
 * @param url absolute, http or https.
 * @throws when the lists were never loaded, and RangeError for what is no site.
 */
export type OriginSource = (url: string) => Promise<OriginWord>

/** What the name alone says; pure and fast. */
export type NameJudges = {
  parse(url: string): SiteAddress
  lexical(site: SiteAddress): LexicalScore | null
  likenesses(site: SiteAddress): BrandLikeness[]
}

/**
 * One answer from the lists that operators loaded, the operator's own word, the official domains of projects and the name itself, see
 * `createSiteWords`. Who is official or allowed is not judged by name.
 * @param names without them names are not judged.
 */
export function createOriginSource({ names, ...asked }: SiteWordsOf & { names?: NameJudges }): OriginSource {
  const wordsOf = createSiteWords(asked)
  return async (given) => {
    const url = URL.parse(given)
    if (url === null || !/^https?:$/.test(url.protocol)) throw new RangeError('this is no site')
    const { host, listed, brand, override, listsLoaded } = await wordsOf(url)
    const official = brand ?? (override?.verdict === 'allow' ? override.note || host : null)
    const site = official === null ? names?.parse(given) : undefined
    return {
      origin: {
        url: `${url.protocol}//${url.host}${url.pathname === '/' ? '' : url.pathname}`,
        host,
        registrable: siteOf(host),
        listed,
        official,
        lexical: (site && names?.lexical(site)?.score) ?? null,
        likenesses: (site && names?.likenesses(site)) ?? [],
      },
      listsLoaded,
    }
  }
}
