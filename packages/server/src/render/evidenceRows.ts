/** A member of evidence in words a person reads; a list has one line for each element. */
export type EvidenceRow = { name: string; lines: string[] }

const MAX_MEMBERS = 16
const MAX_ELEMENTS = 12
/** Of one value, in UTF-16 units: an address or hash is far shorter. */
const LONGEST = 400

/**
 * Evidence as rows. Values are never cut except where they are longer than any address or hash, and where something is left
 * out the last line says so. Text is not yet safe to draw.
 */
export function evidenceRows(evidence: Readonly<Record<string, unknown>>): EvidenceRow[] {
  const members = Object.entries(evidence)
  const rows = members.slice(0, MAX_MEMBERS).map(([name, value]) => ({ name: sayName(name), lines: linesOf(value) }))
  const left = members.length - MAX_MEMBERS
  return left > 0 ? [...rows, { name: 'more', lines: [`${left} more in the JSON report`] }] : rows
}

function linesOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [sayValue(value)]
  if (value.length === 0) return ['none']
  const left = value.length - MAX_ELEMENTS
  const lines = value.slice(0, MAX_ELEMENTS).map(sayValue)
  return left > 0 ? [...lines, `and ${left} more in the JSON report`] : lines
}

function sayValue(value: unknown): string {
  if (value === null || value === undefined) return 'not known'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value)
  if (text === '') return '(empty)'
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)} … (${text.length} characters in the JSON report)`
}

/** `delegateHasCode` is read as `delegate has code`. */
function sayName(name: string): string {
  return name
    .slice(0, 60)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()
}
