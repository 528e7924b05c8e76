/** Prints a value as indented JSON. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}

/** Prints rows in aligned columns under their headings. */
export function printTable(headings: string[], rows: string[][]): void {
  const table = [headings, ...rows]
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
  if (!(error instanceof Error)) return String(error)
  return error.message || error.name
}
