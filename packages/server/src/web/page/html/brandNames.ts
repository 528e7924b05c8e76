import type { Page } from '@redoubt/risk/facts/page.ts'
import type { SiteAddress } from '@redoubt/risk/facts/site.ts'
import type { Brand } from '../../brands/brand.ts'
import { hostSkeleton } from '../../brands/hostSkeleton.ts'
import { isPageHost } from '../../brands/likenesses.ts'
import type { Outline } from './outline.ts'

/** Looks for brands in text. */
export type BrandNames = {
  /** Distinct names anywhere in the text. */
  within(text: string): Brand[]
  /** Also names that are ordinary words, where they stand alone: `Phantom | Connect`. */
  titled(text: string): Brand[]
  byDomain(host: string): Brand | null
}

const WORD = /[\p{L}\p{N}]+/gu
const MAX_WORDS = 10_000
const MAX_TOGETHER = 3
/** Between the name of a site and what a page of it is about. */
const PARTS = /\s[-–—|·•:»]\s|[|·•»:]/u

export function createBrandNames(brands: readonly Brand[]): BrandNames {
  const plain = new Map<string, Brand>()
  const ambiguous = new Map<string, Brand>()
  const skeletons = new Map<string, Brand>()
  const domains = new Map<string, Brand>()
  for (const brand of brands) {
    for (const name of brand.names) {
      const names = brand.ambiguous ? ambiguous : plain
      if (!names.has(name)) names.set(name, brand)
      if (!brand.ambiguous) skeletons.set(hostSkeleton(name), brand)
    }
    for (const domain of brand.domains) if (!domains.has(domain)) domains.set(domain, brand)
  }
  /** Letters of other scripts are read as what they look like: titles are spelled with them so that filters pass by. */
  const ofWord = (word: string, short: boolean) =>
    plain.get(word) ?? (!short || /^[ -~]*$/.test(word) ? undefined : skeletons.get(hostSkeleton(word)))
  const within = (text: string, short = false) => {
    const words = (
      text
        .slice(0, MAX_WORDS * 10)
        .toLowerCase()
        .match(WORD) ?? []
    ).slice(0, MAX_WORDS)
    const found = new Set<Brand>()
    for (let at = 0; at < words.length; at++) {
      for (let count = 1; count <= MAX_TOGETHER && at + count <= words.length; count++) {
        const brand = ofWord(words.slice(at, at + count).join(''), short)
        if (brand) found.add(brand)
      }
    }
    return [...found]
  }
  return {
    within: (text) => within(text),
    titled: (text) => {
      const alone = text
        .slice(0, 1_000)
        .split(PARTS)
        .map((part) => (part.toLowerCase().match(WORD) ?? []).join(''))
      const titles = alone.flatMap((part) => ambiguous.get(part) ?? [])
      return [...new Set([...within(text.slice(0, 1_000), true), ...titles])]
    },
    byDomain: (host) => {
      for (let name = host; name !== ''; name = name.slice(name.indexOf('.') + 1)) {
        const brand = domains.get(name)
        if (brand) return brand
        if (!name.includes('.')) break
      }
      return null
    },
  }
}

type Named = Page['brands'][number]

const MAX_NAMED = 20

/** More brands' logos than this are a wall of partners, means of payment or ways to sign in. */
const MAX_LOGOS = 2

/** Which brands a page names, and where, most telling first. */
export function brandsNamed(outline: Outline, final: SiteAddress, names: BrandNames): Page['brands'] {
  const found = new Map<string, { domains: Set<string>; where: Set<Named['where'][number]>; carried: boolean }>()
  const note = (where: Named['where'][number], brands: readonly Brand[]) => {
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
