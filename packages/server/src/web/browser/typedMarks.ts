import { randomBytes } from 'node:crypto'
import { english, generateMnemonic } from 'viem/accounts'

/** What is typed into a page: made up for one visit, so that it is recognised wherever it goes. */
export type TypedMarks = {
  /** A recovery phrase that no wallet has. */
  phrase: readonly string[]
  /** As many ordinary words; no recovery phrase has them. */
  sentence: readonly string[]
  password: string
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
]

/** Makes what one visit types. The list of words is loaded with the first visit. */
export function createTypedMarks(): TypedMarks {
  // Long enough to be found in base64.
  const secret = randomBytes(8).toString('hex')
  const start = (randomBytes(1)[0] ?? 0) % ORDINARY.length
  const sentence = Array.from({ length: 12 }, (_, at) => ORDINARY[(start + at) % ORDINARY.length] ?? 'walnuts')
  return {
    phrase: generateMnemonic(english).split(' '),
    sentence,
    password: `Aa7!${secret}`,
    email: `j.${secret.slice(0, 6)}@mail.example`,
  }
}

/** Longest text that is looked through, in characters. */
const MAX_TEXT = 200_000

/** Whether a text that leaves a page carries what was typed: as it is, encoded for an address, in base64 or hexadecimal, or backwards. */
export function carries(sent: string, typed: readonly string[]): boolean {
  const text = sent.slice(0, MAX_TEXT)
  return readings(text).some((reading) => holds(reading, typed))
}

/** Words that may be missing: the last step of a page may lead elsewhere. */
const MISSING = 1
const MAX_HOSTS = 20

/** Counts words that leave a page one by one, each host for itself. `add`: true from when all of them have. */
export function createWordCount(words: readonly string[]): { add(host: string, sent: string): boolean } {
  const seen = new Map<string, Set<string>>()
  const patterns = [...new Set(words)].map((word) => [word, new RegExp(`(?<![a-z])${word}(?![a-z])`, 'i')] as const)
  return {
    add(host, sent) {
      const known = seen.get(host) ?? new Set()
      if (!seen.has(host) && seen.size >= MAX_HOSTS) return false
      seen.set(host, known)
      const texts = readings(sent.slice(0, MAX_TEXT))
      for (const [word, pattern] of patterns) if (texts.some((text) => pattern.test(text))) known.add(word)
      return known.size >= patterns.length - MISSING
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
