import type { Field } from '../html/outline.ts'
import { ASKS, OF_PHRASES, PHRASE_LENGTH, PRIVATE_KEY, RECOVERY_PHRASE, WARNS } from './secretWords.ts'

/** What a field asks for when it asks for the keys of a wallet, and the words that say so. */
export type SecretAsked = { kind: 'seed-phrase' | 'private-key'; evidence: string }

const TAKES_TEXT = new Set(['text', 'password', 'textarea', 'file'])
const ASKS_OTHERWISE =
  /search|query|\bq\b|e-?mail|comment|subscribe|newsletter|message|feedback|tell us|helpful|coupon|\bname\b|amount|address/i
const SEARCHES = /\b(?:search|searchbox|query|keywords?|q)\b/i
/** A search field asks a question; a trap that calls its field a search still says what to enter. */
const QUESTION = /\b(?:how|what|why|where|when|can i)\b|\?|^\s*search\b/i
/** Keys of 256 bits as people write them. */
const HEX_KEY = /\b(?:0x)?[\da-f]{64}\b|\b64[\s-]?(?:hex|char|digit|symbol)|^\s*0x/i
const SENTENCE_END = /[.!?。！？]\s/u
/** A label is short; in a longer sentence the words may be mentioned rather than asked for. */
const LONGEST_LABEL = 60

/**
 * Judges one field by its own names and by the last two sentences before it. A sentence that warns counts for nothing; so does one
 * that merely mentions the words.
 * @param ofWallets whether the page is about wallets: other private keys are not an account's, unless they have its size.
 */
export function secretOf(field: Field, ofWallets: boolean): SecretAsked | null {
  const { tag, type, names, label, before } = field
  if (tag === 'input' && !TAKES_TEXT.has(type)) return null
  if (isSearch(field)) return null
  const isKey = ofWallets || HEX_KEY.test(label) || HEX_KEY.test(before)
  const near = `${names} ${label} ${before}`
  const kindOf = (said: string) => secretIn(said, near, isKey)
  for (const own of [label, names.replace(/[_-]/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2')]) {
    const kind = WARNS.test(own) ? null : kindOf(own)
    if (kind !== null) return { kind, evidence: own }
  }
  if (ASKS_OTHERWISE.test(`${names} ${label}`)) return null
  const sentences = before.split(SENTENCE_END).slice(-2).reverse()
  for (const sentence of sentences) {
    if (WARNS.test(sentence)) continue
    const kind = kindOf(sentence)
    if (kind !== null && (ASKS.test(sentence) || sentence.length <= LONGEST_LABEL)) return { kind, evidence: sentence }
  }
  return null
}

function isSearch({ tag, type, names, label }: Field): boolean {
  if (tag !== 'input' || type !== 'text' || !SEARCHES.test(names.replace(/[_-]/g, ' '))) return false
  return QUESTION.test(label) || !ASKS.test(label)
}

function secretIn(said: string, near: string, isKey: boolean): SecretAsked['kind'] | null {
  if (RECOVERY_PHRASE.test(said) || (PHRASE_LENGTH.test(said) && OF_PHRASES.test(near))) return 'seed-phrase'
  return isKey && PRIVATE_KEY.test(said) ? 'private-key' : null
}
