import type { CodeMark, Page } from '@redoubt/risk/facts/page.ts'
import { isCommand } from '@redoubt/risk/url/clipboardCommand.ts'
import { cleanText } from '../../../lib/cleanText.ts'
import { literalText } from '../../visit/literalText.ts'
import { yieldToEventLoop } from '../../visit/shallowParser.ts'
import { shownIn } from '../words/shownAddress.ts'
import type { Code } from './code.ts'

/** `others`: what is copied in its place on another network. */
type Copied = { text: string; others: readonly string[] }

type Kind = Page['clipboard'][number]['kind']

const LONGEST_CODE = 200_000
/** Copies of one code, and of all codes of a page. */
const MAX_COPIES = 20
const MAX_ALL_COPIES = 60
const MAX_HIDDEN = 200
/** Names for one literal, and how many of them are looked at. */
const NAMED = /(?:\b(?:const|let|var)\s|,)\s{0,3}([\w$]{1,40})\s?=(?![=>])/g
const MAX_NAMES = 200
/** A name by itself: no member, and no part of a longer one. */
const WORD = /(?<![\w$.-])[\w$]+(?![\w$-])/g
/** One of two literals, by a condition without quotation marks. */
const CONDITION = /^\s{0,3}[^"'`;?:\n]{1,80}\?(?![.?])/
/** A condition on the network. */
const OF_CHAIN = /(?:chain|network|\bnet)\w{0,12}\s?(?:===?|!==?)|(?:===?|!==?)\s?\w{0,12}(?:chain|network)/i
/** Where a literal is copied: as the argument, or as the value of a field that is selected and copied next. */
const WRITES =
  /\bwriteText\s?\(|\bsetData\s?\(\s?["'`]text(?:\/plain)?["'`]\s?,|\bClipboardItem\s?\(\s?\{[^{}]{0,60}?\bnew Blob\s?\(\s?\[/g
const FILLS = /\.(?:value|textContent|innerText)\s?=(?!=)/g
const COPIES_FIELD = /\bexecCommand\s?\(\s?["'`]copy["'`]/
const NEAR = 300

/** Code that copies what stands in an element. */
const COPIES_ELEMENT =
  /\bexecCommand\s?\(\s?["'`]copy["'`]|\bwriteText\s?\(\s?[^"'`\s)][^\n;]{0,100}?\.(?:value|textContent|innerText)\b/

/**
 * Finds what code copies as a literal, or from an element that is not seen, and the page shows nowhere: commands, and addresses in the place
 * of the shown one.
 * @param shown all text that the page and its scripts write into it.
 * @param hidden what of it is not seen.
 */
export async function hiddenCopies(
  codes: readonly Code[],
  shown: string,
  { hidden = [], signal }: { hidden?: readonly string[]; signal: AbortSignal },
): Promise<CodeMark<Kind>[]> {
  const texts = [plain(shown), shown.replace(/\s+/g, ' ').toLowerCase()]
  const all = codes.map(({ unfolded }) => unfolded.slice(0, LONGEST_CODE))
  const timesIn = createCounter(all)
  const found: CodeMark<Kind>[] = []
  let left = MAX_ALL_COPIES
  for (const [at, { where }] of codes.entries()) {
    if (left <= 0) break
    await yieldToEventLoop(signal)
    const literals = copiedLiterals(all[at] ?? '').slice(0, left)
    left -= literals.length
    for (const { text: literal, others } of literals) {
      const copied = literal.trim()
      const mark = (kind: Kind) => found.push({ kind, where, excerpt: cleanText(copied, 160) })
      const { shown: isShown, instead } = shownIn(texts, plain(copied))
      if (isShown) continue
      // A command in a name, or written twice, is drawn too.
      if (!isCommand(copied)) {
        // A contract has an address on each network, and the page shows that of the selected one.
        const isOfOther = others.some((other) => shownIn(texts, plain(other)).shown)
        if (instead !== null && !isOfOther) mark('copies-other-address')
      } else if (timesIn(copied) <= 1) mark('copies-hidden-command')
    }
  }
  const where = codes.find((_, at) => COPIES_ELEMENT.test(all[at] ?? ''))?.where
  if (where === undefined) return found
  for (const text of hidden.slice(0, MAX_HIDDEN)) {
    if (!isCommand(text) || countOf(texts[0] ?? '', plain(text)) > 1) continue
    found.push({ kind: 'copies-hidden-command', where, excerpt: cleanText(text, 160) })
    await yieldToEventLoop(signal)
  }
  return found
}

function copiedLiterals(code: string): Copied[] {
  const written = [...code.matchAll(WRITES)].map(({ index, 0: call }) => index + call.length)
  const filled = [...code.matchAll(FILLS)].flatMap(({ index, 0: sign }) => {
    const start = index + sign.length
    return COPIES_FIELD.test(code.slice(start, start + NEAR)) ? [start] : []
  })
  const starts = [...written, ...filled].slice(0, MAX_COPIES)
  if (starts.length === 0) return []
  const names = namesIn(code)
  return starts.flatMap((start) => literalsAt(code, start, names)).filter(({ text }) => text.trim() !== '')
}

/** The literal that an expression is, or each of the two that it may be. */
function literalsAt(code: string, start: number, names: ReadonlyMap<string, string>): Copied[] {
  const whole = literalText(code, start, names)
  if (whole !== null) return [{ text: whole.text, others: [] }]
  const condition = CONDITION.exec(code.slice(start, start + 120))?.[0]
  const first = condition === undefined ? null : literalText(code, start + condition.length, names)
  if (first === null) return []
  const colon = /^\s{0,3}:/.exec(code.slice(first.end, first.end + 5))?.[0]
  const second = colon === undefined ? null : literalText(code, first.end + colon.length, names)
  if (second === null) return [{ text: first.text, others: [] }]
  const ofChain = OF_CHAIN.test(condition ?? '')
  return [
    { text: first.text, others: ofChain ? [second.text] : [] },
    { text: second.text, others: ofChain ? [first.text] : [] },
  ]
}

/** Names that are made once for a literal and used once: what is used twice may be drawn too. */
function namesIn(code: string): ReadonlyMap<string, string> {
  const made = [...code.matchAll(NAMED)].slice(0, MAX_NAMES)
  const times = new Map(made.map(({ 1: name = '' }) => [name, 0]))
  for (const [word] of made.length === 0 ? [] : code.matchAll(WORD)) {
    const before = times.get(word)
    if (before !== undefined) times.set(word, before + 1)
  }
  const names = new Map<string, string>()
  for (const { 0: start, 1: name = '', index } of made) {
    const literal = times.get(name) === 2 ? literalText(code, index + start.length, names) : null
    if (literal !== null) names.set(name, literal.text)
  }
  return names
}

/** Counts how often codes hold a literal, also where its quotation marks are escaped. */
function createCounter(codes: readonly string[]): (copied: string) => number {
  let plains: string[] | null = null
  return (copied) => {
    plains ??= codes.map(plain)
    const piece = plain(copied.split(/["'`\\]/).toSorted((a, b) => b.length - a.length)[0] ?? copied)
    return plains.reduce((sum, code) => sum + countOf(code, piece), 0)
  }
}

function countOf(text: string, piece: string): number {
  return piece === '' ? 0 : text.split(piece).length - 1
}

function plain(text: string): string {
  return text.replace(/\s+/g, '').toLowerCase()
}
