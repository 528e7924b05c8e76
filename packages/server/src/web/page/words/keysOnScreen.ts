import type { Code } from '../code/code.ts'
import type { Outline } from '../html/outline.ts'
import { SENDS } from './secretsAsked.ts'
import {
  asksVisitor,
  OF_ACCESS,
  OF_PHRASES,
  ONE_OF_WORDS,
  PHRASE_LENGTH,
  RECOVERY_PHRASE,
  type SecretAsked,
  WARNS,
} from './secretWords.ts'

/** Bundles carry alphabets of libraries that draw no keys. */
const LONGEST_CODE = 60_000
const MAX_TEXT = 20_000
/** The letters of a keyboard as one text, in whatever order, or each by itself. Base64 has capitals and digits too. */
const ROW = /["'`]([a-z⌫␣ .,-]{24,36})["'`]|((?:["'`][a-z]["'`]\s?,\s?){22,30}["'`][a-z]["'`])/g
const LETTERS = 24
const MAX_ROWS = 20
const PRESSED =
  /\bon(?:click|pointer\w+|mouse\w+|touch\w+)\b|["'`](?:click|pointerdown|pointerup|mousedown|mouseup|touchstart|touchend)["'`]/
/** Keys that stand in the page: letters by themselves, one after the other. */
const KEYS = /(?:(?:^|\s)\p{L}(?=\s)){20,}/u
const FEWEST_KEYS = 20
const IN_ORDER = 'abcdefghijklmnopqrstuvwxyz'
/**
 * The beginning of the English list of BIP 39, whose next words no other list has in this order: code that offers them wants some of them. A
 * shorter beginning may be of any list, but not beside the size of that list, or a number of words that is divided by three.
 */
const GAP = String.raw`[\s"'\`,;|\\n]{1,8}`
const FIRST = ['abandon', 'ability', 'able', 'about']
const NEXT = ['above', 'absent', 'absorb', 'abstract', 'absurd', 'abuse', 'access', 'accident']
const SHORT_LIST = new RegExp(String.raw`\b${FIRST.join(GAP)}\b`)
const LONG_LIST = new RegExp(String.raw`\b${[...FIRST, ...NEXT].join(GAP)}\b`)
const OF_PHRASE_SIZE = /(?<![\w.])(?:2048|0x800)\b|\blength\s?%\s?3\b/
/** Code that puts something on the page; an alphabet from which random names are made is put nowhere. */
const DRAWS =
  /\bfillText\b|\bstrokeText\b|\bcreateElement|\binnerHTML\b|\binsertAdjacentHTML\b|\bappend(?:Child)?\b|<button\b|\badd\(/
const BEFORE = 40
/** Words besides the phrase in a label for it: an article and whose it is. */
const LONGEST_REST = 14
const YOURS =
  /(?<!\p{L})(?:your|su|tu|sua|seu|votre|ihre?|dein|il tuo|la tua|uw|je|twoj\p{L}{1,3}|ваш\p{L}{0,3}|anda|của bạn)(?!\p{L})|您的?|你的|당신|あなた|आपक/iu
const GAME =
  /\b(?:games?|guess|puzzle|crossword|quiz|hangman|wordle|player|score)\b|spiel|rätsel|juego|jeu\b|jogo|gioco|игра|oyun|游戏|ゲーム|게임/iu

/** `letterLinks`: links of one letter, by which an index of an alphabet leads to its words. */
type Shown = Pick<Outline, 'text' | 'headings' | 'letterLinks'>

/**
 * A keyboard that a page draws itself, on a page about wallets that asks for a recovery phrase and sends what is pressed: there is no field
 * in which a person, a keyboard or a password manager could notice it.
 */
export function keysOnScreen(documents: readonly Shown[], codes: readonly Code[], ofWallets: boolean): SecretAsked[] {
  const own = codes.filter(({ text }) => text.length <= LONGEST_CODE)
  const hasList = !documents.some((one) => GAME.test(wordsOf(one))) && own.some(offersWords)
  if (!ofWallets && !hasList) return []
  if (!own.some(({ unfolded }) => SENDS.test(unfolded) && PRESSED.test(unfolded))) return []
  const hasKeys = documents.some(showsKeys) || own.some(({ unfolded }) => drawsKeys(unfolded))
  if (!hasKeys) return []
  const texts = documents.map(wordsOf)
  const whole = texts.join('. ')
  const said = texts.flatMap((text) => askedIn(text, whole)).at(0)
  const asked = said ?? (hasList ? 'words of the list for recovery phrases' : undefined)
  return asked === undefined ? [] : [{ kind: 'seed-phrase', evidence: `keys on the screen: ${asked}` }]
}

function offersWords({ unfolded }: Code): boolean {
  return LONG_LIST.test(unfolded) || (SHORT_LIST.test(unfolded) && OF_PHRASE_SIZE.test(unfolded))
}

function wordsOf({ text, headings }: Shown): string {
  return `${headings.join('. ')}. ${text}`.slice(0, MAX_TEXT)
}

/** Sentences that ask for a phrase, for one word of it, or are a label for it. One that mentions it asks for nothing. */
function askedIn(text: string, whole: string): string[] {
  const sentences = text.split(/[.!?。！？।]\s/u)
  return sentences.flatMap((written, at) => {
    const one = written.trim()
    if (WARNS.test(one)) return []
    const before = sentences.slice(Math.max(0, at - 2), at).join('. ')
    const near = `${before}. ${one}`
    const isOne = ONE_OF_WORDS.test(one) && OF_ACCESS.test(near) && !GAME.test(near)
    const isPhrase = RECOVERY_PHRASE.test(one) || (PHRASE_LENGTH.test(one) && OF_PHRASES.test(whole))
    return isOne || (isPhrase && (asksVisitor(one) || isLabel(one))) ? [one] : []
  })
}

function isLabel(sentence: string): boolean {
  const rest = sentence.replace(RECOVERY_PHRASE, '').trim()
  return rest !== sentence && rest.length <= LONGEST_REST && YOURS.test(sentence)
}

function showsKeys(shown: Shown): boolean {
  const row = KEYS.exec(wordsOf(shown))?.[0].replace(/\s/g, '').toLowerCase()
  return row !== undefined && !(shown.letterLinks >= FEWEST_KEYS && row.startsWith(IN_ORDER.slice(0, FEWEST_KEYS)))
}

/** Whether an alphabet of the code is gone through letter by letter, by code that puts something on the page. */
function drawsKeys(code: string): boolean {
  if (!DRAWS.test(code)) return false
  return [...code.matchAll(ROW)].slice(0, MAX_ROWS).some(({ 0: row, 2: listed, index }) => {
    if (new Set(row.match(/[a-z]/g)).size < LETTERS) return false
    const before = code.slice(Math.max(0, index - BEFORE), index)
    const after = code.slice(index + row.length, index + row.length + BEFORE)
    if (
      listed !== undefined ||
      /(?:\.\.\.|\bof\s{1,3}|\bfrom\(\s{0,3})$/.test(before) ||
      /^\s{0,3}\.(?:split|at|charAt)\b/.test(after)
    )
      return true
    const name = /([\w$]{1,30})\s{0,3}[=:]\s{0,3}$/.exec(before)?.[1]?.replaceAll('$', '\\$')
    if (name === undefined) return !/[\w$\])]$/.test(before.trim()) && !isInOrder(row)
    return new RegExp(
      String.raw`(?:\.\.\.|\bof\s{1,3}|\bfrom\(\s{0,3})(?:[\w$]{1,20}\.)?${name}(?![\w$])|(?<![\w$])${name}\s{0,3}\.(?:split|forEach|map)\b|<=?\s{0,3}(?:[\w$]{1,20}\.)?${name}\.length`,
    ).test(code)
  })
}

function isInOrder(row: string): boolean {
  return row.replace(/[^a-z]/g, '').startsWith(IN_ORDER)
}
