import type { Page } from '@redoubt/risk/facts/page.ts'
import { cleanText } from '../../../lib/cleanText.ts'
import { type Code, findNear } from '../code/code.ts'
import type { Field, Outline } from '../html/outline.ts'
import { scanHtml } from '../html/scanHtml.ts'
import { OF_PHRASES, PHRASE_LENGTH, RECOVERY_PHRASE, type SecretAsked, secretOf, WARNS } from './secretWords.ts'

const MAX_NAMED = 5
/** Characters of headings and of text. */
const MAX_WORDS = 20_000
/** Sizes of recovery phrases (BIP 39). */
const PHRASE_SIZES = new Set([12, 15, 18, 21, 24, 25])
const FEWEST_WORDS = 12
/** A field for one word of a phrase: numbered, or called a word. */
const WORD_FIELD = /(?:word|seed|phrase|mnemonic|srp)[\s_.-]?\d{0,2}|^\s*#?\d{1,2}[.)]?\s*$|слов|单词|單詞|単語|단어/iu
/** A field that is called by its number alone, on a page that brings balances in order again. */
const NUMBER = /^\s*#?(\d{1,2})[.)]?\s*$/
/** To get at something again, or to bring it in order: no word for a wallet is one. */
const AGAIN =
  'recover|restor|unlock|rectif|wiederherstell|entsperr|récup|restaur|recupera|ripristin|восстанов|відновл|kurtar|pulih|odzysk|khôi phục|恢复|恢復|復元|복구|استعادة|استرداد|(?<!\\p{L})(?:re)?sync|sincroni|synchron|синхрон|senkron|sinkron|đồng bộ|同步|同期|동기화|تزامن'
const OF_BALANCES =
  'balance|(?:trans|mis)sing funds|transa[cç]|transazion|\\bsaldo|\\bsolde|guthaben|überweisung|баланс|транзакц|bakiye|işlem|số dư|giao dịch|余额|餘額|残高|잔액|거래|رصيد|معاملة|शेष राशि|लेन-?देन'
const NEAR_BALANCES = new RegExp(
  `(?:${AGAIN})[^\\n]{0,120}?(?:${OF_BALANCES})|(?:${OF_BALANCES})[^\\n]{0,120}?(?:${AGAIN})`,
  'iu',
)
/** What other numbered fields are for: months, players, owners of a multisig, numbers of a lottery or a puzzle. */
const OTHER_NUMBERS =
  /\bmonth|monat|\bmois\b|\bmeses\b|\bmesi\b|месяц|місяц|bulanan|每月|毎月|月別|매월|\bowners?\b|\bsigners?\b|\bsignator|multi-?sig|\bplayers?\b|lotter|\blotto|sudoku|puzzle|crossword|\bquiz|\bbudget|\bsplit\b|\brecipients?\b/iu
const BUILT =
  /createElement\(\s*["'](?:input|textarea)|<(?:input|textarea)\b|\b(?:jsxs?|h)\(\s*["'](?:input|textarea)["']/
const ASKED_IN_CODE =
  /["'`>](?:please )?(?:enter|type|paste|import|restore with|provide|confirm) (?:your |the )?(?:\d\d[- ]word )?(?:secret |seed |wallet )?(?:recovery |seed |secret |mnemonic )(?:phrase|words?)/i
const COUNTS_WORDS = /\b(?:12|24)\b[^;\n]{0,40}\bwords?\b|\bwords?\b[^;\n]{0,60}\b(?:12|24)\b/i

/**
 * Where a page asks for the keys of a wallet: a field that says so, a grid of word fields, or code that builds one.
 * @param about `ofWallets`: whether the page is about wallets; `drawn`: what its code asks for in fields that it draws.
 */
export function secretsAsked(
  outline: Outline,
  codes: readonly Code[],
  { ofWallets, drawn = [] }: { ofWallets: boolean; drawn?: readonly SecretAsked[] },
): Page['secretsAsked'] {
  const { fields, text, headings } = outline
  const grids = gridsOf(fields, `${headings.join(' ').slice(0, MAX_WORDS)} ${text.slice(0, MAX_WORDS)}`)
  const single = fields.flatMap((field) => secretOf(field, ofWallets) ?? [])
  const counted = fields.flatMap((field) => phraseOf(field, text.slice(0, MAX_WORDS)) ?? [])
  const built = codes.flatMap(({ where, text: code }) => {
    const asked = BUILT.test(code) && COUNTS_WORDS.test(code) ? ASKED_IN_CODE.exec(code) : null
    return asked ? [{ kind: 'seed-phrase' as const, evidence: `${where}: ${asked[0].slice(1)}` }] : []
  })
  return [...grids, ...single, ...counted, ...built, ...drawn]
    .slice(0, MAX_NAMED)
    .map(({ kind, evidence }) => ({ kind, evidence: cleanText(evidence, 120) }))
}

function gridsOf(fields: readonly Field[], words: string): Page['secretsAsked'] {
  const byForm = Map.groupBy(
    fields.filter(({ tag, type }) => tag === 'input' && (type === 'text' || type === 'password')),
    ({ form }) => form,
  )
  const speaksOfPhrase = RECOVERY_PHRASE.test(words) || (PHRASE_LENGTH.test(words) && OF_PHRASES.test(words))
  return [...byForm.values()].flatMap((inputs) => {
    if (inputs.length < FEWEST_WORDS) return []
    const numbered = inputs.filter(({ names, label }) => WORD_FIELD.test(label) || WORD_FIELD.test(names)).length
    const named = numbered >= FEWEST_WORDS && inputs.some(({ names }) => /word|seed|phrase|mnemonic/i.test(names))
    const isCounted = PHRASE_SIZES.has(longestCount(inputs))
    const told =
      (PHRASE_SIZES.has(inputs.length) && speaksOfPhrase) ||
      (isCounted && NEAR_BALANCES.test(words) && !OTHER_NUMBERS.test(words))
    if (!told && !(named && speaksOfPhrase) && !(named && numbered === inputs.length)) return []
    return [{ kind: 'seed-phrase' as const, evidence: `${inputs.length} fields for single words` }]
  })
}

/** How far fields are counted that stand one after the other: 1, 2, 3. */
function longestCount(inputs: readonly Field[]): number {
  let longest = 0
  let count = 0
  for (const { label } of inputs) {
    const number = Number(NUMBER.exec(label)?.[1])
    count = number === count + 1 ? number : number === 1 ? 1 : 0
    longest = Math.max(longest, count)
  }
  return longest
}

/** What wallets say of a recovery phrase beside the field for it: `Typically 12 (sometimes 24) words separated by single spaces`. */
const WORDS_APART = /\b(?:12|24)\b[^.!?]{0,40}\bwords?,? (?:are )?separated by\b/i
const CALLED_PHRASE = /\bphrase\b/i

/** A field for a phrase on a page that says of how many words it is. */
function phraseOf({ tag, type, names, label }: Field, text: string): SecretAsked | null {
  const takesText = tag !== 'input' || type === 'text' || type === 'password'
  if (!takesText || !CALLED_PHRASE.test(`${names} ${label}`) || WARNS.test(label)) return null
  const said = WORDS_APART.exec(text)
  return said && { kind: 'seed-phrase', evidence: said[0] }
}

/** What a page writes itself is short; bundles carry forms of libraries that the page may never show. */
const LONGEST_CODE = 60_000

const MAX_FIELDS = 20

/** Characters around a field in code that are read as the HTML they will be. */
const BEFORE = 600

const AFTER = 400

const FIELD = /<(?:textarea|input)\b/gi

/** An element that is made by a call, with what a person reads in it: `h("textarea", { placeholder: "…" })`. */
const MADE =
  /["'`](?:textarea|input)["'`]\s*,\s*\{[^{}]{0,300}?\b(?:placeholder|aria-?label|title)["']?\s*:\s*["'`]([^"'`]{3,120})["'`]/gi

/** Fields that the page's own short scripts write or make, and that ask for the keys of a wallet. */
export async function secretsInCode(
  codes: readonly Code[],
  ofWallets: boolean,
  signal: AbortSignal,
): Promise<SecretAsked[]> {
  const found: SecretAsked[] = []
  for (const { where, text: written, unfolded: text } of codes) {
    if (written.length > LONGEST_CODE) continue
    for (const [, label = ''] of firstOf(text.matchAll(MADE)))
      if (RECOVERY_PHRASE.test(label) && !WARNS.test(label))
        found.push({ kind: 'seed-phrase', evidence: `${where}: ${label}` })
    for (const { index } of firstOf(text.matchAll(FIELD))) {
      const { fields } = await scanHtml(opened(text, index), signal)
      const asked = fields.flatMap((field) => secretOf(field, ofWallets) ?? [])
      found.push(...asked.map(({ kind, evidence }) => ({ kind, evidence: `${where}: ${evidence}` })))
    }
  }
  return found
}

/** A pattern of twelve or more words in a row, and text cut into words whose number is compared with several sizes of
 * phrases: a contest has one size. */
const WORDS_IN_A_ROW = /\[a-zA?-?Z?\](?:\{\d,\d\}|\+)[^\n"'`]{0,20}?\)\{(?:11|12|23|24)(?:,\d{0,2})?\}/
const SPLITS = /\.split\s?\(\s?(?:\/\\s[+*]?\/|["'`] ["'`])\s?\)/g
const COUNTS = /\.length\s?%\s?3\b|\b12\b[^;\n]{0,40}\b(?:15|18|24)\b/
/** Code that sends something somewhere. */
export const SENDS =
  /\bfetch\s?\(|\bsendBeacon\s?\(|\bWebSocket\s?\(|\bXMLHttpRequest\b|\bpostMessage\s?\(|\.src\s?=|\.submit\s?\(/
const NEAR = 300

/** Code that sends what was typed and takes nothing but the number of words that a recovery phrase has: it asks for one, whatever it says. */
export function phraseChecked(codes: readonly Code[]): SecretAsked[] {
  return codes.flatMap(({ where, text, unfolded }): SecretAsked[] => {
    if (text.length > LONGEST_CODE || !SENDS.test(unfolded)) return []
    const counts = WORDS_IN_A_ROW.test(unfolded) || findNear(unfolded, new RegExp(SPLITS, 'g'), [COUNTS], NEAR) !== null
    return counts ? [{ kind: 'seed-phrase', evidence: `${where}: takes 12 to 24 words only` }] : []
  })
}

/** The field with what the code writes around it, its escapes opened, from the first element on. */
function opened(text: string, at: number): string {
  const written = text
    .slice(Math.max(0, at - BEFORE), at + AFTER)
    .replace(/\\[nrt]/g, ' ')
    .replace(/\\(["'`/])/g, '$1')
  return written.slice(Math.max(0, written.indexOf('<')))
}

function firstOf(matches: IterableIterator<RegExpExecArray>): RegExpExecArray[] {
  return [...matches].slice(0, MAX_FIELDS)
}
