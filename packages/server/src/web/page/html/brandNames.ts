import { hostSkeleton } from '../../brands/hostSkeleton.ts'
import type { PageBrand } from '../pageBrand.ts'

/** Looks for brands in text. */
export type BrandNames = {
  /** Distinct names anywhere in the text. */
  within(text: string): PageBrand[]
  /** Also names that are ordinary words, where they stand alone: `Phantom | Connect`. */
  titled(text: string): PageBrand[]
  byDomain(host: string): PageBrand | null
  byIcon(sha256: string): PageBrand | null
}

const WORD = /[\p{L}\p{N}]+/gu
const MAX_WORDS = 10_000
const MAX_TOGETHER = 3
/** Between the name of a site and what a page of it is about. */
const PARTS = /\s[-–—|·•:»]\s|[|·•»:]/u

export function createBrandNames(brands: readonly PageBrand[]): BrandNames {
  const plain = new Map<string, PageBrand>()
  const ambiguous = new Map<string, PageBrand>()
  const skeletons = new Map<string, PageBrand>()
  const domains = new Map<string, PageBrand>()
  const icons = new Map<string, PageBrand>()
  for (const brand of brands) {
    for (const name of brand.names) {
      const names = brand.ambiguous ? ambiguous : plain
      if (!names.has(name)) names.set(name, brand)
      if (!brand.ambiguous) skeletons.set(hostSkeleton(name), brand)
    }
    for (const domain of brand.domains) if (!domains.has(domain)) domains.set(domain, brand)
    for (const icon of brand.faviconSha256 ?? []) icons.set(icon, brand)
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
    const found = new Set<PageBrand>()
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
    byIcon: (sha256) => icons.get(sha256) ?? null,
  }
}
