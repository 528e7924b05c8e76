/**
 * Writes rows as CSV (RFC 4180). A cell that a spreadsheet would take for a formula is prefixed by an apostrophe:
 * parts of it are chosen by strangers.
 */
export function csv<Name extends string>(
  columns: readonly Name[],
  rows: readonly Record<Name, string | number>[],
): string {
  const lines = [columns, ...rows.map((row) => columns.map((name) => row[name]))]
  return lines.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')
}

function cell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Whether the `Accept` header ranks `text/csv` above `application/json` (RFC 9110, 12.5.1). A tie is JSON. */
export function prefersCsv(accept: string | undefined): boolean {
  if (!accept?.toLowerCase().includes('text/csv')) return false
  const qualities = new Map<string, number>()
  for (const part of accept.split(',')) {
    const [type = '', ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    const given = parameters.find((parameter) => parameter.startsWith('q='))
    qualities.set(type, given === undefined ? 1 : Number(given.slice(2)) || 0)
  }
  const json = qualities.get('application/json') ?? qualities.get('application/*') ?? qualities.get('*/*') ?? 0
  const wanted = qualities.get('text/csv') ?? 0
  // A client that lists text/csv and */* means CSV: the specific type wins a tie with a wildcard.
  return qualities.has('application/json') ? wanted > json : wanted > 0 && wanted >= json
}
