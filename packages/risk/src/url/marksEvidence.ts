import type { CodeMark } from '../facts/page.ts'

/** Marks shown as evidence: no more than a person looks up. */
const MAX = 6

/** Renders patterns found in code with their place: `kind (where): excerpt`. */
export function marksEvidence(marks: readonly CodeMark<string>[]): string[] {
  return marks.slice(0, MAX).map(({ kind, where, excerpt }) => `${kind} (${where}): ${excerpt}`)
}
