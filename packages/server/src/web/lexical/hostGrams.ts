import type { SiteAddress } from '@redoubt/risk/facts/site.ts'

/** What the lexical model sees of one host; filled anew for each, so that scoring allocates nothing. */
export type HostGrams = {
  count: number
  /** Offset in the host at which its public suffix begins, with the dot; the host's length for none. */
  suffixAt: number
  /** Which weight each feature has. */
  buckets: Uint32Array
  /** Offset in the host of the first character of a gram, -1 where that is the mark before the host. */
  starts: Int16Array
  /** 0 for a feature of the form, which is nowhere in particular. */
  lengths: Uint8Array
}

/** Weights of a model are a power of two, so that a mask takes a hash to its bucket. */
export const BUCKETS = 2 ** 20
const MASK = BUCKETS - 1
/** RFC 1035: no longer name resolves. */
const MAX_NAME = 253
const SHORTEST = 2
const LONGEST = 5
const MAX_FEATURES = (LONGEST - SHORTEST + 2) * 2 * MAX_NAME + 16
const SHAPE = 10
/** FNV-1a. */
const SEED = 0x811c9dc5
const PRIME = 0x01000193
/** Begins grams of subdomains. */
const ABOVE = 0x1b873593
/** Begins whole words. */
const WORD = 0x7feb352d
const SHORTEST_WORD = 2
const DOT = 46
const HYPHEN = 45
/** Marks at the ends of a label: no host holds these characters. */
const FRONT = 94
const END = 36
/** Upper ends of the classes of length of the owner's label. */
const LENGTHS = [4, 6, 8, 10, 13, 17, 22, 30]

/** Room for the features of any host. */
export function emptyHostGrams(): HostGrams {
  return {
    count: 0,
    suffixAt: 0,
    buckets: new Uint32Array(MAX_FEATURES),
    starts: new Int16Array(MAX_FEATURES),
    lengths: new Uint8Array(MAX_FEATURES),
  }
}

/**
 * Features of a host, hashed: the grams of two to five characters of each label before the public suffix or platform, with a
 * mark at each end of a label; its whole words, between hyphens and digits; the suffix; and the name's form (labels, hyphens,
 * digits, length, order of letters and digits), partly together with the suffix. `www.` is no part of a name.
 * @param site with a host of its own: neither an IP literal nor a suffix.
 */
export function hostGrams(site: Pick<SiteAddress, 'host' | 'publicSuffix' | 'platform'>, into: HostGrams): void {
  const { host, platform } = site
  const suffix = platform !== null && host.endsWith(platform) ? platform : (site.publicSuffix ?? '')
  const end = host.length - (suffix === '' ? 0 : suffix.length + 1)
  const start = Math.max(host.startsWith('www.') && end > 4 ? 4 : 0, end - MAX_NAME)
  into.count = 0
  into.suffixAt = end
  for (let from = start; from <= end; ) {
    const dot = host.indexOf('.', from)
    const to = dot === -1 || dot > end ? end : dot
    const seed = to === end ? SEED : ABOVE
    addGrams(host, from, to, into, seed)
    addWords(host, from, to, into, seed ^ WORD)
    from = to + 1
  }
  addForm(host, { start, end, suffix }, into)
}

/** Grams of one label with a mark at each end. The owner's label and those above it are told apart. */
function addGrams(host: string, start: number, end: number, into: HostGrams, seed: number): void {
  const { buckets, starts, lengths } = into
  let count = into.count
  for (let from = start - 1; from < end; from++) {
    let hash = Math.imul(seed ^ (from < start ? FRONT : host.charCodeAt(from)), PRIME)
    const inner = Math.min(from + LONGEST, end)
    for (let at = from + 1; at < inner; at++) {
      hash = Math.imul(hash ^ host.charCodeAt(at), PRIME)
      buckets[count] = bucketOf(hash)
      starts[count] = from
      lengths[count++] = at - from + 1
    }
    if (end >= from + LONGEST) continue
    buckets[count] = bucketOf(Math.imul(hash ^ END, PRIME))
    starts[count] = from
    lengths[count++] = end - from + 1
  }
  into.count = count
}

/** What stands between hyphens and digits in one label: a word says more when it stands alone than inside another. */
function addWords(host: string, start: number, end: number, into: HostGrams, seed: number): void {
  let from = start
  let hash = seed
  for (let at = start; at <= end; at++) {
    const code = at < end ? host.charCodeAt(at) : HYPHEN
    if (code === HYPHEN || isDigit(code)) {
      if (at - from >= SHORTEST_WORD) add(into, hash, from, at - from)
      from = at + 1
      hash = seed
    } else hash = mixed(hash, code)
  }
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

function addForm(
  host: string,
  { start, end, suffix }: { start: number; end: number; suffix: string },
  into: HostGrams,
) {
  let labels = 1
  let hyphens = 0
  let digits = 0
  let ownLength = 0
  let shape = tagged('P')
  let shapeLength = 0
  let before = 0
  for (let at = start; at < end; at++) {
    const code = host.charCodeAt(at)
    if (code === DOT) {
      labels++
      ownLength = 0
      shape = tagged('P')
      shapeLength = 0
      before = 0
      continue
    }
    // A hyphen, any digit, anything else.
    const kind = code === HYPHEN ? HYPHEN : isDigit(code) ? 48 : 97
    if (kind === HYPHEN) hyphens++
    if (kind === 48) digits++
    ownLength++
    if ((kind !== before || kind === HYPHEN) && shapeLength++ < SHAPE) shape = mixed(shape, kind)
    before = kind
  }
  const suffixHash = textHash(tagged('S'), suffix)
  let length = 0
  while (length < LENGTHS.length && ownLength > (LENGTHS[length] ?? 0)) length++
  add(into, suffixHash, end, suffix.length + 1)
  add(into, shape, 0, 0)
  add(into, mixed(tagged('L'), labels), 0, 0)
  add(into, mixed(tagged('H'), Math.min(hyphens, 4)), 0, 0)
  add(into, mixed(tagged('D'), Math.min(digits, 5)), 0, 0)
  add(into, mixed(tagged('N'), length), 0, 0)
  add(into, mixed(mixed(suffixHash, 1), length), 0, 0)
  add(into, mixed(mixed(suffixHash, 2), Math.min(hyphens, 2)), 0, 0)
  add(into, mixed(mixed(suffixHash, 3), Math.min(digits, 1)), 0, 0)
  add(into, mixed(mixed(mixed(tagged('F'), labels), Math.min(hyphens, 2)), Math.min(digits, 1)), 0, 0)
}

function add(into: HostGrams, hash: number, start: number, length: number): void {
  into.buckets[into.count] = bucketOf(hash)
  into.starts[into.count] = start
  into.lengths[into.count++] = length
}

/** FNV's low bits are weak alone. */
function bucketOf(hash: number): number {
  const mixture = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (mixture ^ (mixture >>> 12)) & MASK
}

/** Begins a feature of the form apart from grams: no host holds a capital letter or a colon. */
function tagged(tag: string): number {
  return mixed(mixed(SEED, tag.charCodeAt(0)), 58)
}

function mixed(hash: number, value: number): number {
  return Math.imul(hash ^ value, PRIME)
}

function textHash(seed: number, text: string): number {
  let hash = seed
  for (let at = 0; at < text.length; at++) hash = mixed(hash, text.charCodeAt(at))
  return hash
}
