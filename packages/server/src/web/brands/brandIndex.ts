import type { Brand } from './brand.ts'
import { hostSkeleton } from './hostSkeleton.ts'

/** One name of a brand, ready to be compared. */
export type BrandName = Omit<Brand, 'names'> & { name: string; skeleton: string }

/** Names by everything that they are looked up by; each look-up takes constant time however many there are. */
export type BrandIndex = {
  /** Whether the host is a brand's own or below one. */
  isOfficial(host: string): boolean
  /** The brand whose domain this is. */
  ofDomain(domain: string): Brand | undefined
  named(text: string): BrandName | undefined
  looksLike(skeleton: string): BrandName | undefined
  /** A name of six letters or more that differs by one edit. */
  mistyped(text: string): BrandName | undefined
  /** Names that the skeleton contains, longest first, with where they begin. */
  within(skeleton: string): { name: BrandName; start: number }[]
}

/** In a name of five letters one other letter makes another word. */
const SHORTEST_MISTYPED = 6
const LONGEST_MISTYPED = 32
const LONG = 8
const START = 4

export function indexBrands(brands: readonly Brand[]): BrandIndex {
  const domains = new Map<string, Brand>()
  const byName = new Map<string, BrandName>()
  const bySkeleton = new Map<string, BrandName>()
  const byEnds = new Map<number, BrandName[]>()
  const byStart = new Map<string, BrandName[]>()
  const put = <Key>(map: Map<Key, BrandName[]>, key: Key, name: BrandName) => {
    const there = map.get(key)
    if (there) there.push(name)
    else map.set(key, [name])
  }
  for (const brand of brands) {
    for (const domain of brand.domains) if (!domains.has(domain)) domains.set(domain, brand)
    for (const text of brand.names) {
      const name: BrandName = { ...brand, name: text, skeleton: hostSkeleton(text) }
      if (byName.has(text)) continue
      byName.set(text, name)
      if (!bySkeleton.has(name.skeleton)) bySkeleton.set(name.skeleton, name)
      if (name.skeleton.length >= START) put(byStart, name.skeleton.slice(0, START), name)
      if (text.length < SHORTEST_MISTYPED || brand.ambiguous) continue
      put(byEnds, frontKey(text, text.length), name)
      put(byEnds, backKey(text, text.length), name)
    }
  }
  return {
    isOfficial: (host) => {
      for (let at = 0; ; at++) {
        if (domains.has(host.slice(at))) return true
        at = host.indexOf('.', at)
        if (at < 0) return false
      }
    },
    ofDomain: (domain) => domains.get(domain),
    named: (text) => byName.get(text),
    looksLike: (skeleton) => bySkeleton.get(skeleton),
    mistyped: (text) => {
      if (text.length < SHORTEST_MISTYPED - 1 || text.length > LONGEST_MISTYPED) return undefined
      for (let length = text.length - 1; length <= text.length + 1; length++) {
        const name =
          byEnds.get(frontKey(text, length))?.find((one) => isTypo(text, one.name)) ??
          byEnds.get(backKey(text, length))?.find((one) => isTypo(text, one.name))
        if (name) return name
      }
      return undefined
    },
    within: (skeleton) => {
      const found: { name: BrandName; start: number }[] = []
      for (let start = 0; start + START <= skeleton.length; start++)
        for (const name of byStart.get(skeleton.slice(start, start + START)) ?? [])
          if (skeleton.startsWith(name.skeleton, start)) found.push({ name, start })
      return found.sort((a, b) => b.name.skeleton.length - a.name.skeleton.length)
    },
  }
}

/** The eye reads the first letter: another one makes another word, unless the word is long. */
function isTypo(text: string, name: string): boolean {
  return (text[0] === name[0] || name.length >= LONG) && isOneEditApart(text, name)
}

// One edit, a swap included, leaves the first two letters or the last two of a text of six as they were.
function frontKey(text: string, length: number): number {
  return keyOf(text.charCodeAt(0), text.charCodeAt(1), length)
}

function backKey(text: string, length: number): number {
  return -keyOf(text.charCodeAt(text.length - 2), text.charCodeAt(text.length - 1), length)
}

function keyOf(a: number, b: number, length: number): number {
  return (a * 65_536 + b) * 64 + length
}

/**
 * Whether two texts differ by exactly one edit: a letter more, less or other, or two neighbours swapped (Damerau).
 */
export function isOneEditApart(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  if (short.length < long.length) return short.slice(start) === long.slice(start + 1)
  if (short.slice(start + 1) === long.slice(start + 1)) return true
  const swapped = short[start] === long[start + 1] && short[start + 1] === long[start]
  return swapped && short.slice(start + 2) === long.slice(start + 2)
}
