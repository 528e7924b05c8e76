import type { CodeMark } from '@redoubt/risk/facts/page.ts'
import { cleanText } from '../../../lib/cleanText.ts'

/** Code of a page, and what it decodes to without being run. */
export type Code = {
  /** URL of the script, or `inline`. */
  where: string
  text: string
  /** What its encoded literals say; empty for none. */
  decoded: string
  /** The code with its escapes opened, followed by `decoded`. */
  unfolded: string
}

const MAX_PLACES = 40

/**
 * Looks for `first`, and for every one of `then` in the `within` characters that follow (or, where it is negative, go before).
 * Code that works together stands together, also after minifying. Only the first forty places are looked at.
 * @param first with the `g` flag.
 * @returns where `first` stands, or null.
 */
export function findNear(code: string, first: RegExp, then: readonly RegExp[], within: number): number | null {
  let places = 0
  for (const { index } of code.matchAll(first)) {
    if (++places > MAX_PLACES) return null
    const window = within > 0 ? code.slice(index, index + within) : code.slice(Math.max(0, index + within), index)
    if (then.every((pattern) => pattern.test(window))) return index
  }
  return null
}

/** What shows that code does something: a pattern, or a search that answers with the place. */
export type Rule<Kind extends string> = readonly [kind: Kind, sign: RegExp | ((code: string) => number | null)]

const BEFORE = 30

const LONGEST = 160

/** The first place of each kind in one code, with what stands there. Patterns have no `g` flag and never look far ahead. */
export function findMarks<Kind extends string>(code: Code, rules: readonly Rule<Kind>[]): CodeMark<Kind>[] {
  const found = new Map<Kind, CodeMark<Kind>>()
  for (const [kind, sign] of rules) {
    if (found.has(kind)) continue
    const at = typeof sign === 'function' ? sign(code.unfolded) : (sign.exec(code.unfolded)?.index ?? null)
    if (at === null) continue
    const excerpt = code.unfolded.slice(Math.max(0, at - BEFORE), at + LONGEST * 2)
    found.set(kind, { kind, where: code.where, excerpt: cleanText(excerpt, LONGEST) })
  }
  return [...found.values()]
}
