import type { Code } from '../code/code.ts'
import { scanHtml } from '../html/scanHtml.ts'
import { type SecretAsked, secretOf } from './secretOf.ts'
import { RECOVERY_PHRASE, WARNS } from './secretWords.ts'

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
  for (const { where, text } of codes) {
    if (text.length > LONGEST_CODE) continue
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
