import { randomBytes } from 'node:crypto'
import { english, generateMnemonic } from 'viem/accounts'
import { cardNumber } from './cardField.ts'
import { derivedSecrets, saysDerived } from './derivedSecrets.ts'

/** What is typed into a page: made up for one visit, so that it is recognised wherever it goes. */
export type TypedMarks = {
  /** A recovery phrase that no wallet has. */
  phrase: readonly string[]
  /** As many ordinary words; no recovery phrase has them. */
  sentence: readonly string[]
  /** Phrases of each length, each with a checksum of its own; the first is `phrase`. */
  phrases: readonly (readonly string[])[]
  /** Ordinary words of each length; each list begins like the one before. */
  sentences: readonly (readonly string[])[]
  /** A private key that no account has. */
  key: `0x${string}`
  password: string
  /** Number of a payment card that no bank has given out. */
  card: string
  email: string
}

// None of them is in the list of BIP 39, whose words have eight letters at most.
const ORDINARY = [
  'lanternlight',
  'harbourside',
  'quietly',
  'painterly',
  'herringbone',
  'chimneypot',
  'walnutwood',
  'thursdays',
  'umbrellas',
  'meadowland',
  'ferryboats',
  'pebbledash',
  'sailcloth',
  'orchardist',
  'kettledrum',
  'butterscotch',
  'candlewick',
  'driftwoods',
  'evergreens',
  'footbridge',
  'gooseberry',
  'haystacks',
  'inkwellish',
  'jackdawing',
]

/** Words of a recovery phrase (BIP 39), and bits of its entropy. */
const LENGTHS = [12, 15, 18, 21, 24] as const
const BITS = { 12: 128, 15: 160, 18: 192, 21: 224, 24: 256 } as const

/** Makes what one visit types. The list of words is loaded with the first visit. */
export function createTypedMarks(): TypedMarks {
  // Long enough to be found in base64.
  const secret = randomBytes(8).toString('hex')
  const start = (randomBytes(1)[0] ?? 0) % ORDINARY.length
  const ordinary = (length: number) =>
    Array.from({ length }, (_, at) => ORDINARY[(start + at) % ORDINARY.length] ?? 'walnutwood')
  const phrases = LENGTHS.map((length) => generateMnemonic(english, BITS[length]).split(' '))
  const sentences = LENGTHS.map(ordinary)
  return {
    phrase: phrases[0] ?? [],
    sentence: sentences[0] ?? [],
    phrases,
    sentences,
    key: `0x${randomBytes(32).toString('hex')}`,
    password: `Aa7!${secret}`,
    card: cardNumber(),
    email: `j.${secret.slice(0, 6)}@mail.example`,
  }
}

/** Longest text that is looked through, in characters. */
const MAX_TEXT = 200_000

/** What of the typed a text carries. */
type Carried = 'phrase' | 'sentence' | 'password' | 'key' | 'card'

/** Returns a text that leaves a page as it may be read: as it is, encoded for an address, in base64 or hexadecimal, or backwards. */
export function readingsOf(sent: string): string[] {
  return readings(sent.slice(0, MAX_TEXT))
}

/** @param all readings of a text that leaves a page. */
export function carriedIn(all: readonly string[], marks: TypedMarks): Carried[] {
  const has = (...lists: (readonly string[])[]) => all.some((reading) => lists.some((typed) => holds(reading, typed)))
  const key = marks.key.slice(2)
  const found: [Carried, boolean][] = [
    ['phrase', has(...marks.phrases.flatMap(runsOf))],
    // A long list begins with the short one.
    ['sentence', has(marks.sentence)],
    ['password', has([marks.password])],
    ['card', all.some((reading) => reading.replace(/[\s+-]|%20/g, '').includes(marks.card))],
    ['key', all.some((reading) => reading.toLowerCase().includes(key) || saysBytes(reading, marks.key))],
  ]
  return found.flatMap(([kind, isThere]) => (isThere ? [kind] : []))
}

/** Whether a text carries what wallets make of the shortest and the longest phrase, which are the usual ones. */
export function carriesDerived(all: readonly string[], { phrases }: TypedMarks): boolean {
  const usual = phrases.filter(({ length }) => length === LENGTHS[0] || length === LENGTHS.at(-1))
  return usual.some((phrase) => all.some((reading) => saysDerived(reading, derivedSecrets(phrase))))
}

/** Twelve words in a row: of a longer list a page may have taken some. */
function runsOf(words: readonly string[]): string[][] {
  return Array.from({ length: words.length - LENGTHS[0] + 1 }, (_, at) => words.slice(at, at + LENGTHS[0]))
}

function saysBytes(text: string, key: string): boolean {
  const base64 = Buffer.from(key.slice(2), 'hex').toString('base64').replace(/=+$/, '')
  return text.replace(/-/g, '+').replace(/_/g, '/').includes(base64)
}

/** Words that may be missing: the last step of a page may lead elsewhere. */
const MISSING = 1
const MAX_HOSTS = 20

/** Counts words that leave a page one by one, each host for itself. `add`: true from when all of one list have. */
export function createWordCount(lists: readonly (readonly string[])[]): {
  add(host: string, all: readonly string[]): boolean
} {
  const seen = new Map<string, Set<string>>()
  const words = new Set(lists.flat())
  // Of a longer list a page may take the first twelve.
  const sets = lists.flatMap((list) => [new Set(list), new Set(list.slice(0, LENGTHS[0]))])
  return {
    add(host, all) {
      const known = seen.get(host) ?? new Set()
      if (!seen.has(host) && seen.size >= MAX_HOSTS) return false
      seen.set(host, known)
      for (const text of all)
        for (const word of text.toLowerCase().match(/[a-z]{3,}/g) ?? []) if (words.has(word)) known.add(word)
      return sets.some((list) => [...list].filter((word) => known.has(word)).length >= list.size - MISSING)
    },
  }
}

/** Each word, in order, within what is said of the whole. */
function holds(text: string, typed: readonly string[]): boolean {
  let at = 0
  for (const word of typed) {
    const found = text.indexOf(word, at)
    if (found === -1) return false
    at = found + word.length
  }
  return true
}

const BASE64 = /[A-Za-z0-9+/_-]{24,}={0,2}/g
const HEX = /(?:[0-9a-f]{2}){16,}/gi
const MAX_PIECES = 20

function readings(text: string): string[] {
  const plain = [text, decoded(text)]
  const inside = plain.flatMap((one) => [
    ...pieces(one, BASE64).map((piece) =>
      Buffer.from(piece.replace(/-/g, '+').replace(/_/g, '/'), 'base64').toString('utf8'),
    ),
    ...pieces(one, HEX).map((piece) => Buffer.from(piece, 'hex').toString('utf8')),
  ])
  const all = [...plain, ...inside, ...inside.map(decoded)]
  return [...all, ...all.map((one) => [...one].reverse().join(''))]
}

function pieces(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].slice(0, MAX_PIECES).map(([piece]) => piece)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '))
  } catch {
    return text
  }
}
