import { literalText } from '../../visit/literalText.ts'
import type { Code } from './code.ts'

const MAX_LITERALS = 200
const MAX_DECODED = 262_144
/** Runs of escaped ASCII, as one match each: a hostile script has a hundred thousand escapes in a row. */
const ESCAPED_RUNS =
  /(?:\\x[2-7][\da-fA-F]){1,2000}|(?:\\u00[2-7][\da-fA-F]){1,2000}|(?:\\u\{[2-7][\da-fA-F]\}){1,2000}/g
const DECODED = /\b(?:atob|unescape|decodeURIComponent)\s{0,3}\(\s{0,3}["'`]|\bString\.fromCharCode\s{0,3}\(\s{0,3}\d/g
const BASE64 = /["'`]([A-Za-z0-9+/]{24,4000}={0,2})["'`]/g
const NO_NAMES: ReadonlyMap<string, string> = new Map()
const READABLE = /^[\t\n\r -~]{12,}$/

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
    if (size + text.length > MAX_DECODED) return
    size += text.length
    decoded.push(text)
  }
  for (const match of some(opened, DECODED)) {
    const read = literalText(opened, match.index, NO_NAMES)
    if (read !== null) keep(read.text)
  }
  for (const match of some(opened, BASE64)) {
    const text = Buffer.from(match[1] ?? '', 'base64').toString('latin1')
    if (READABLE.test(text)) keep(text)
  }
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
