import type { SiteAddress, SiteTrust } from '@redoubt/risk/facts/site.ts'
import { createSiteWords, type SiteWords, type SiteWordsOf } from '../../intel/siteWords.ts'
import type { Brand } from '../brands/brand.ts'

/** What lists, operators and official domains say of a site. `listsLoaded` false: being on no list says nothing. */
export type TrustSource = (site: SiteAddress) => Promise<{ trust: SiteTrust; listsLoaded: boolean }>

/**
 * A list of trusted sites whose names are numbers is a list of popular ones, and the names are places in it: Tranco's `rank,domain`
 * is read by `csv` with `column: 2, nameColumn: 1, label: trusted`.
 */
const RANK = /^\d{1,9}$/
const OPERATOR = 'the operator'

/**
 * @param brands their domains are official too, except where strangers publish below them (`github.com/someone`).
 */
export function createTrust({ brands, ...asked }: SiteWordsOf & { brands: readonly Brand[] }): TrustSource {
  const wordsOf = createSiteWords({
    ...asked,
    officialDomains: () => [
      ...brands.flatMap(({ brand, domains }) => domains.map((domain) => ({ domain, brand }))),
      ...asked.officialDomains(),
    ],
  })
  return async (site) => {
    const words = await wordsOf(new URL(site.href))
    return {
      trust: {
        listed: words.listed,
        official: site.site === null && !isFrontDoor(site) ? null : words.brand,
        allowed: allowedBy(words, site),
        popular: popularOn(words, site),
      },
      listsLoaded: words.listsLoaded,
    }
  }
}

function allowedBy({ override, trusting }: SiteWords, site: SiteAddress): SiteTrust['allowed'] {
  if (override?.verdict === 'allow') return { by: OPERATOR, note: override.note === '' ? null : override.note }
  const named = trusting.find((one) => isItsOwn(one, site) && !RANK.test(one.entry.name ?? ''))
  return named ? { by: named.title, note: named.entry.name } : null
}

function popularOn({ trusting }: SiteWords, site: SiteAddress): SiteTrust['popular'] {
  const places = trusting
    .filter((one) => isItsOwn(one, site) && RANK.test(one.entry.name ?? ''))
    .map(({ entry, title }) => ({ rank: Number(entry.name), list: title }))
  return places.sort((a, b) => a.rank - b.rank)[0] ?? null
}

/** Of a host that strangers share, the page that its owner alone writes. */
function isFrontDoor({ path }: SiteAddress): boolean {
  return path === '/'
}

/** A word for `vercel.app` is none for its customers. */
function isItsOwn({ entry: { value } }: SiteWords['trusting'][number], { site }: SiteAddress): boolean {
  if (site === null) return value.includes('/')
  const host = value.split('/')[0] ?? ''
  return host === site || host.endsWith(`.${site}`)
}
