import type { Code } from '../code/code.ts'
import type { Outline } from '../html/outline.ts'
import { SENDS } from './secretsAsked.ts'
import { OF_PHRASES, PHRASE_LENGTH, RECOVERY_PHRASE, type SecretAsked, WARNS } from './secretWords.ts'

/** Bundles carry alphabets of libraries that draw no keys. */
const LONGEST_CODE = 60_000
const MAX_TEXT = 20_000
/** The letters of a keyboard as one text, in whatever order, or each by itself. Base64 has capitals and digits too. */
const ROW = /["'`]([a-z⌫␣ .,-]{24,36})["'`]|((?:["'`][a-z]["'`]\s?,\s?){22,30}["'`][a-z]["'`])/g
const LETTERS = 24
const PRESSED =
  /\bon(?:click|pointer\w+|mouse\w+|touch\w+)\b|["'`](?:click|pointerdown|pointerup|mousedown|mouseup|touchstart|touchend)["'`]/
/** Keys that stand in the page: letters by themselves, one after the other. */
const KEYS = /(?:(?:^|\s)\p{L}(?=\s)){20,}/u

/**
 * A keyboard that a page draws itself, on a page about wallets that says it takes a recovery phrase and sends what is pressed: there is no field
 * in which a person, a keyboard or a password manager could notice it.
 */
export function keysOnScreen(
  documents: readonly Pick<Outline, 'text' | 'headings'>[],
  codes: readonly Code[],
  ofWallets: boolean,
): SecretAsked[] {
  if (!ofWallets) return []
  const own = codes.filter(({ text }) => text.length <= LONGEST_CODE)
  if (!own.some(({ unfolded }) => SENDS.test(unfolded) && PRESSED.test(unfolded))) return []
  const texts = documents.map(({ text, headings }) => `${headings.join('. ')}. ${text}`.slice(0, MAX_TEXT))
  const hasKeys = texts.some((text) => KEYS.test(text)) || own.some(({ unfolded }) => hasRow(unfolded))
  if (!hasKeys) return []
  const whole = texts.join('. ')
  const said = texts
    .flatMap((text) => text.split(/[.!?。！？।]\s/u))
    .find(
      (one) => !WARNS.test(one) && (RECOVERY_PHRASE.test(one) || (PHRASE_LENGTH.test(one) && OF_PHRASES.test(whole))),
    )
  return said === undefined ? [] : [{ kind: 'seed-phrase', evidence: `keys on the screen: ${said.trim()}` }]
}

function hasRow(code: string): boolean {
  return [...code.matchAll(ROW)].some(([row]) => new Set(row.match(/[a-z]/g)).size >= LETTERS)
}
