import type { Page } from '@redoubt/risk/facts/page.ts'
import type { SiteAddress } from '@redoubt/risk/facts/site.ts'
import { isPageHost } from '../../brands/pageLikeness.ts'
import type { PageBrand } from '../pageBrand.ts'
import type { BrandNames } from './brandNames.ts'
import type { Outline } from './outline.ts'

type Named = Page['brands'][number]

const MAX_NAMED = 20
/** More brands' logos than this are a wall of partners, means of payment or ways to sign in. */
const MAX_LOGOS = 2

/** Which brands a page names, and where, most telling first. @param iconOf brand whose icon the page shows. */
export function brandsNamed(
  outline: Outline,
  final: SiteAddress,
  names: BrandNames,
  iconOf: PageBrand | null,
): Page['brands'] {
  const found = new Map<string, { domains: Set<string>; where: Set<Named['where'][number]>; carried: boolean }>()
  const note = (where: Named['where'][number], brands: readonly PageBrand[]) => {
    for (const { brand, domains, carried = false, sprawling = false } of brands) {
      const known = found.get(brand) ?? { domains: new Set(), where: new Set(), carried: carried || sprawling }
      for (const domain of domains) known.domains.add(domain)
      found.set(brand, { ...known, where: known.where.add(where) })
    }
  }
  const logos = new Set(outline.logos.slice(0, 50).flatMap((logo) => names.titled(logo)))
  note('title', names.titled(outline.title))
  note(
    'meta',
    [...outline.metas.slice(0, 10), outline.description].flatMap((meta) => names.titled(meta)),
  )
  note(
    'heading',
    outline.headings.slice(0, 50).flatMap((heading) => names.titled(heading)),
  )
  if (logos.size <= MAX_LOGOS) note('logo', [...logos])
  if (iconOf) note('favicon', [iconOf])
  note('text', names.within(outline.text))
  const own = names.byDomain(final.host)?.brand
  const owned = (domains: ReadonlySet<string>) =>
    [...domains].some((domain) => final.host === domain || final.host.endsWith(`.${domain}`))
  const isSubject = speaksForItself(final, names) && SELF_NAMING.some((where) => found.get(own ?? '')?.where.has(where))
  return [...found]
    .sort(([, a], [, b]) => b.where.size - a.where.size)
    .slice(0, MAX_NAMED)
    .map(([brand, { domains, where, carried }]): Named => {
      const isOwn = brand === own || owned(domains)
      const as = isSubject ? 'subject' : carried ? 'carried' : null
      return { brand, domains: [...domains], where: [...where], own: isOwn, ...(!isOwn && as !== null && { as }) }
    })
}

const SELF_NAMING = ['title', 'meta', 'logo'] as const

/**
 * Whether a brand itself writes in every page of a host; false where strangers publish whole pages. On a shared domain (a
 * market, an explorer, a code host) the brand makes the frame of each page, but other hosts below it may be a stranger's.
 */
function speaksForItself({ host, site, platform }: SiteAddress, names: BrandNames): boolean {
  if (isPageHost(host)) return false
  if (site !== null) return platform === null
  return names.byDomain(host)?.domains.includes(host.replace(/^www\./, '')) ?? false
}
