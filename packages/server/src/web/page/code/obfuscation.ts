import type { CodeMark, Obfuscation } from '@redoubt/risk/facts/page.ts'
import { literalText } from '../../visit/literalText.ts'
import { type Code, findMarks, findNear, type Rule } from './code.ts'
import { walletCallsIn } from './walletCalls.ts'

/** Minified code has short names; a few of these occur in honest bundles, hundreds only where an obfuscator renamed everything. */
const FEWEST_HEX_NAMES = 20
/** Letters that are written as escapes: no minifier does that. */
const FEWEST_ESCAPES = 24
const MIN_ESCAPED_SHARE = 0.05
const ESCAPE_LENGTH = 4

const HIDDEN_EVAL =
  /(?:\b(?:eval|Function|setTimeout|execScript)|\(\s?0\s?,\s?(?:window\.)?eval\s?\))\s?\(\s?(?:window\.|self\.)?(?:atob|unescape|decodeURIComponent|String\.fromCharCode|decodeURI|LZString\.\w{1,40})\s?\(|\[\s?["']constructor["']\s?\]\s?\(\s?(?:atob|unescape)\s?\(|\bdocument\.write\s?\(\s?(?:atob|unescape|decodeURIComponent|String\.fromCharCode)\s?\(/

// Patterns of text that `unfold` would change are looked for in the code as it came.
const AS_WRITTEN: readonly Rule<Obfuscation>[] = [
  ['packed', /\beval\s?\(\s?function\s?\(\s?p\s?,\s?a\s?,\s?c\s?,\s?k\s?,\s?e\s?,\s?[dr]\s?\)/],
  ['eval-of-decoded', HIDDEN_EVAL],
  ['hex-names', (code) => manyOf(code, /\b_0x[\da-f]{4,6}\b/g, FEWEST_HEX_NAMES)],
  ['encoded-strings', (code) => escaped(code)],
  // The loop of javascript-obfuscator that rotates its array of strings: push(shift()) until a sum of parsed numbers fits.
  [
    'encoded-strings',
    /\[\s?["']push["']\s?\]\s?\(\s?\w{1,12}\s?\[\s?["']shift["']\s?\]\s?\(\s?\)\s?\)|\.push\(\s?(_0x\w{4,6})\.shift\(\)\)/,
  ],
  [
    'debugger-loop',
    /\bsetInterval\s?\([^;]{0,200}\bdebugger\b|["'`]debu["'`]\s?\+\s?["'`]gger["'`]|\bconstructor\s?\(\s?["'`]debugger["'`]|\bFunction\s?\(\s?["'`]debugger/,
  ],
  [
    'anti-devtools',
    /\bouterWidth\s?-\s?(?:window\.)?innerWidth\s?>|\bouterHeight\s?-\s?(?:window\.)?innerHeight\s?>|\bdevtools?-?detect|\bdisable-devtool\b|\bDisableDevtool\b/i,
  ],
  ['swallows-keys', swallowsKeys],
  ['anti-devtools', /(?:keyCode|which)\s?={2,3}\s?123\b|\bkey\s?={2,3}\s?["']F12["']|["']F12["']\s?={2,3}/],
]

/** The page as a whole; a field that swallows its own keys is a picker. */
const WHOLE_PAGE = String.raw`(?<![\w$.)\]])(?:(?:document|window|self|globalThis)\s?\.\s?)?(?:(?:body|documentElement)\s?\.\s?)?`
const JQUERY_PAGE = String.raw`(?<![\w$.])(?:\$|jQuery)\s?\(\s?(?:document|window|document\.body|["'](?:body|html)["'])\s?\)\s?\.\s?`
const GIVEN_KEY = String.raw`(?:(?:async\s{1,3})?function\s?\w{0,20}\(\w{0,20}\)|\(?\w{0,20}\)?\s?=>)\s?\{?\s?`
const SWALLOWED = String.raw`(?:(?:return\s{1,3})?(?:false|!1)\b|\(?\w{1,20}\.(?:preventDefault|stopImmediatePropagation)\s?\()`
/** Every key is swallowed, whichever it is. */
const SWALLOWS_KEYS = new RegExp(
  [
    `${WHOLE_PAGE}onkey(?:down|press)\\s?=\\s?${GIVEN_KEY}${SWALLOWED}`,
    `${WHOLE_PAGE}addEventListener\\s?\\(\\s?["'\`]key(?:down|press)["'\`]\\s?,\\s?${GIVEN_KEY}${SWALLOWED}`,
    `${JQUERY_PAGE}(?:(?:on|bind)\\s?\\(\\s?["']key(?:down|press)["']\\s?,|key(?:down|press)\\s?\\()\\s?${GIVEN_KEY}${SWALLOWED}`,
  ].join('|'),
)

function swallowsKeys(code: string): number | null {
  return SWALLOWS_KEYS.exec(code)?.index ?? null
}

/** Code that runs what a server answers: what it will be, no reader can say. */
const REMOTE = /\bfetch\s?\(|\bXMLHttpRequest\b|\.responseText\b/
export const RUNS_TEXT = /\bnew\s{1,3}Function\s?\(|\(\s?0\s?,\s?eval\s?\)\s?\(|(?<![.\w])eval\s?\(/
const FAR = 600

/** Finds marks of code that was made unreadable on purpose. Minifying is none. */
export function obfuscationIn(code: Code): CodeMark<Obfuscation>[] {
  const written = findMarks({ ...code, unfolded: code.text }, AS_WRITTEN)
  return [...written, ...hiddenCalls(code), ...findMarks({ ...code, unfolded: code.text }, RUNS_REMOTE)]
}

const RUNS_REMOTE: readonly Rule<Obfuscation>[] = [
  [
    'remote-code',
    (code) => (code.length > MAX_REMOTE ? null : findNear(code, new RegExp(REMOTE, 'g'), [RUNS_TEXT], FAR)),
  ],
]
/** Bundles carry code of libraries that compile templates, far from anything that fetches. */
const MAX_REMOTE = 200_000

/** What asks a wallet for assets and shows only when escapes and encoded text are opened: honest code names the methods that it calls. */
function hiddenCalls(code: Code): CodeMark<Obfuscation>[] {
  if (code.unfolded === code.text) return []
  const known = new Set(walletCallsIn({ ...code, decoded: '', unfolded: code.text }).map(({ kind }) => kind))
  return walletCallsIn(code)
    .filter(({ kind }) => kind !== 'connect' && kind !== 'sign' && !known.has(kind))
    .slice(0, 1)
    .map(({ where, excerpt }) => ({ kind: 'hidden-wallet-call', where, excerpt }))
}

/** The same of code that a server answers as text: none of it stands on the page. */
export function hiddenRemoteCalls(code: Code): CodeMark<Obfuscation>[] {
  return walletCallsIn(code)
    .filter(({ kind }) => kind !== 'connect' && kind !== 'sign')
    .slice(0, 1)
    .map(({ where, excerpt }) => ({ kind: 'hidden-wallet-call', where, excerpt }))
}

function manyOf(code: string, pattern: RegExp, fewest: number): number | null {
  let count = 0
  for (const { index } of code.matchAll(pattern)) if (++count >= fewest) return index
  return null
}

function escaped(code: string): number | null {
  const enough = Math.max(FEWEST_ESCAPES, (code.length * MIN_ESCAPED_SHARE) / ESCAPE_LENGTH)
  return manyOf(code, /\\x(?:[46][1-9a-f]|[57][\da])/gi, enough)
}

const MAX_LITERALS = 200

const MAX_DECODED = 262_144

/** Runs of escaped ASCII, as one match each: a hostile script has a hundred thousand escapes in a row. */
const ESCAPED_RUNS =
  /(?:\\x[2-7][\da-fA-F]){1,2000}|(?:\\u00[2-7][\da-fA-F]){1,2000}|(?:\\u\{[2-7][\da-fA-F]\}){1,2000}/g

const DECODED = /\b(?:atob|unescape|decodeURIComponent)\s{0,3}\(\s{0,3}["'`]|\bString\.fromCharCode\s{0,3}\(\s{0,3}\d/g

const BASE64 = /["'`]([A-Za-z0-9+/]{24,150000}={0,2})["'`]/g

/** Pieces of a word that are put together when the code runs: `['eth_', 'send'].join('')`. */
const JOINED =
  /\[\s{0,3}((?:["'`][\w$ .:/-]{0,40}["'`]\s{0,3},?\s{0,3}){2,60})\]\s{0,3}\.\s{0,3}join\(\s{0,3}(?:''|""|``)\s{0,3}\)/g

const NO_NAMES: ReadonlyMap<string, string> = new Map()

/** Text; of other languages too, as few letters of a page are. */
const READABLE = /^[\t\n\r -~]{12,}$/
const FOREIGN = /[\x80-\xff]/g
const MAX_FOREIGN_SHARE = 0.1

/**
 * Code with its escapes opened and its encoded literals added at the end, so that a method's name is found however it is spelled.
 * Nothing is run, and nothing is opened twice.
 */
export function unfold(where: string, code: string): Code {
  const opened = code.replace(ESCAPED_RUNS, (run) => {
    const letters = Buffer.from(withoutSigns(run), 'hex').toString('latin1')
    // Quotes stay closed: opened they would end the literal that they stand in.
    return letters.replace(/["'`\\\x7f]/g, ' ')
  })
  const decoded: string[] = []
  let size = 0
  const keep = (text: string) => {
    if (size + text.length > MAX_DECODED || decoded.includes(text)) return
    size += text.length
    decoded.push(text)
  }
  for (const match of some(opened, DECODED)) {
    const read = literalText(opened, match.index, NO_NAMES)
    if (read !== null) keep(read.text)
  }
  for (const match of some(opened, BASE64)) {
    const text = Buffer.from(match[1] ?? '', 'base64').toString('latin1')
    const plain = text.replace(FOREIGN, '')
    if (READABLE.test(plain) && text.length - plain.length <= text.length * MAX_FOREIGN_SHARE) keep(text)
  }
  for (const match of some(opened, JOINED)) keep((match[1] ?? '').replace(/["'`\s]{0,3},["'`\s]{0,4}|["'`]/g, ''))
  const all = decoded.join('\n')
  return { where, text: code, decoded: all, unfolded: all === '' ? opened : `${opened}\n${all}` }
}

function withoutSigns(run: string): string {
  return ['\\x', '\\u00', '\\u{', '}'].reduce((text, sign) => text.split(sign).join(''), run)
}

function some(code: string, pattern: RegExp): RegExpExecArray[] {
  const found: RegExpExecArray[] = []
  for (const match of code.matchAll(pattern)) {
    if (found.length >= MAX_LITERALS) break
    found.push(match)
  }
  return found
}
