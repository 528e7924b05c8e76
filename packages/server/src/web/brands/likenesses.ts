import type { BrandLikeness, SiteAddress } from '@redoubt/risk/facts/site.ts'
import type { Brand } from './brand.ts'
import { type BrandIndex, indexBrands } from './brandIndex.ts'
import { type LabelLikeness, labelLikeness } from './labelLikeness.ts'
import { isPageHost, pageLikeness } from './pageLikeness.ts'

/** What the host of a site, or its path on a host that strangers share, makes itself look like; worst first, each brand once. */
export type Likenesses = (site: SiteAddress) => BrandLikeness[]

const MAX = 5
/** One edit of six letters often makes another honest name. */
const SHORTEST_MISTYPED = 6
/** Hosts have at most 127 labels; a person sees a few. */
const MAX_LABELS = 12

/**
 * Compares hosts with the names of brands: skeletons with skeletons, one edit, names with other words, as labels of foreign domains,
 * under other suffixes. A brand's own domains resemble nothing. Pure; some hundred thousand hosts a second.
 */
export function createLikenesses(brands: readonly Brand[]): Likenesses {
  const index = indexBrands(brands)
  return (site) => {
    if (site.ip !== null || index.isOfficial(site.host)) return []
    if (site.site === null) return isPageHost(site.host) ? pageLikeness(site.path, index) : []
    const labels = site.unicodeHost.split('.')
    const own = labels.length - site.site.split('.').length
    const found = [
      ofOwner(labels[own] ?? '', site, index),
      ...labels.slice(Math.max(0, own - MAX_LABELS), own).map((label) => ofSubdomain(label, index)),
      embedded(site.host, labels.length - own, index),
    ]
    return distinct(found.filter((one) => one !== null))
  }
}

/** The label that the owner chose when registering, or as customer of a hosting service. */
function ofOwner(label: string, { platform }: SiteAddress, index: BrandIndex): BrandLikeness | null {
  const like = labelLikeness(label, index)
  if (like === null) return null
  if (like.how !== 'exact') return likeness(like, like.how, label)
  if (platform !== null) return likeness(like, 'subdomain', label)
  if (like.name.sprawling) return null
  const short = like.name.name.length < 4
  return { ...likeness(like, label.includes('-') ? 'combo' : 'tld', label), ...(short && { ambiguous: true }) }
}

/** Common words and names of networks are ordinary names of machines: `base.rpc.example`. */
function ofSubdomain(label: string, index: BrandIndex): BrandLikeness | null {
  const like = labelLikeness(label, index)
  if (like === null || like.how === 'edit-distance' || like.name.name.length < 4) return null
  if ((like.name.ambiguous || like.name.carried) && like.lure !== 'strong') return null
  return likeness(like, like.how === 'confusable' ? 'confusable' : 'subdomain', label)
}

/** `uniswap.org.evil.example`: a whole official domain in front of another's. */
function embedded(host: string, ownLabels: number, index: BrandIndex): BrandLikeness | null {
  const labels = host.split('.')
  const front = labels.slice(0, labels.length - ownLabels + 1)
  for (let start = Math.max(0, front.length - MAX_LABELS); start < front.length - 1; start++)
    for (let end = start + 2; end <= Math.min(front.length, start + 3); end++) {
      const domain = front.slice(start, end).join('.')
      const brand = index.ofDomain(domain)
      if (brand) return { brand: brand.brand, domain, how: 'subdomain', matched: host, ambiguous: false }
    }
  return null
}

function likeness(
  { name: { name: text, ...name }, lure }: LabelLikeness,
  how: BrandLikeness['how'],
  matched: string,
): BrandLikeness {
  const { brand, domains, ambiguous = false, carried = false } = name
  const deceives = how === 'confusable' || (how === 'edit-distance' && text.length > SHORTEST_MISTYPED)
  const harmless = ambiguous || (how === 'edit-distance' && !deceives) || (carried && lure !== 'strong' && !deceives)
  const presses = lure === 'strong'
  return { brand, domain: domains[0] ?? '', how, matched, ambiguous: harmless, ...(presses && { presses }) }
}

function distinct(found: readonly BrandLikeness[]): BrandLikeness[] {
  const sorted = [...found].sort((a, b) => Number(a.ambiguous) - Number(b.ambiguous))
  return sorted.filter((one, at) => sorted.findIndex(({ brand }) => brand === one.brand) === at).slice(0, MAX)
}
