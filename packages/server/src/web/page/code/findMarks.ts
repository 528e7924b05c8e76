import type { CodeMark } from '@redoubt/risk/facts/page.ts'
import { cleanText } from '../../../lib/cleanText.ts'
import type { Code } from './code.ts'

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
