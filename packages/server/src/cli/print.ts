import { StoreUnavailable } from '../domain/sourceErrors.ts'
import { outageAdvice } from '../store/engine/outageAdvice.ts'

/** What moves the cursor, turns the direction of text or cannot be seen: names may be of strangers. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{DI}]/gu

/** Prints a value as indented JSON, hidden characters as escapes. */
export function printJson(value: unknown): void {
  const unit = (code: number) => `\\u${hexOf(code).padStart(4, '0')}`
  const escaped = (hidden: string) =>
    hidden === '\n' ? hidden : Array.from({ length: hidden.length }, (_, at) => unit(hidden.charCodeAt(at))).join('')
  process.stdout.write(`${JSON.stringify(value, null, 2).replace(HIDDEN, escaped)}\n`)
}

/** Prints rows in aligned columns under their headings, hidden characters as escapes. */
export function printTable(headings: string[], rows: string[][]): void {
  const table = [headings, ...rows.map((row) => row.map(showHidden))]
  const widths = headings.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  for (const row of table) {
    process.stdout.write(
      `${row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    )
  }
}

function showHidden(text: string): string {
  return text.replace(HIDDEN, (hidden) => `\\u{${hexOf(hidden.codePointAt(0))}}`)
}

function hexOf(code = 0): string {
  return code.toString(16)
}

/** Unix milliseconds as ISO 8601 in UTC. */
export function isoTime(ms: number): string
export function isoTime(ms: number | null): string | null
export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

/** One line that says what went wrong; failed connections are AggregateErrors whose own message is empty. */
export function describeError(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return [...new Set(error.errors.map(describeError))].join('; ')
  }
  if (error instanceof StoreUnavailable) {
    const { detail, remedy } = outageAdvice(error)
    return `${detail}. ${remedy}`
  }
  if (!(error instanceof Error)) return String(error)
  return error.message || error.name
}
