import type { CodeMark, Obfuscation } from '@redoubt/risk/facts/page.ts'
import type { Code } from './code.ts'
import { findMarks, type Rule } from './findMarks.ts'

/** Minified code has short names; a few of these occur in honest bundles, hundreds only where an obfuscator renamed everything. */
const FEWEST_HEX_NAMES = 20
/** Letters that are written as escapes: no minifier does that. */
const FEWEST_ESCAPES = 24
const MIN_ESCAPED_SHARE = 0.05
const ESCAPE_LENGTH = 4

const HIDDEN_EVAL =
  /\b(?:eval|Function|setTimeout|execScript)\s?\(\s?(?:window\.|self\.)?(?:atob|unescape|decodeURIComponent|String\.fromCharCode|decodeURI|LZString\.\w{1,40})\s?\(|\[\s?["']constructor["']\s?\]\s?\(\s?(?:atob|unescape)\s?\(|\bdocument\.write\s?\(\s?(?:atob|unescape|decodeURIComponent|String\.fromCharCode)\s?\(/

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
  ['anti-devtools', /(?:keyCode|which)\s?={2,3}\s?123\b|\bkey\s?={2,3}\s?["']F12["']|["']F12["']\s?={2,3}/],
]

/** Finds marks of code that was made unreadable on purpose. Minifying is none. */
export function obfuscationIn(code: Code): CodeMark<Obfuscation>[] {
  return findMarks({ ...code, unfolded: code.text }, AS_WRITTEN)
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
