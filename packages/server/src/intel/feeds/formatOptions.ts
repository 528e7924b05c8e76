import type { FormatOptions, ListFormat } from '../ports.ts'

/** Which options each format reads; any other is refused, because it would silently do nothing. */
const USES: Record<ListFormat, readonly (keyof FormatOptions)[]> = {
  'json-array': ['chain'],
  'json-path': ['path', 'column', 'nameColumn', 'labelColumn', 'chain'],
  'json-map': ['chain'],
  csv: ['column', 'nameColumn', 'labelColumn', 'delimiter', 'chain'],
  lines: ['chain'],
  hosts: [],
  'yaml-list': ['path', 'column', 'nameColumn', 'labelColumn', 'chain'],
  'token-list': [],
  adguard: [],
  'ofac-xml': ['chain'],
}
const REQUIRED: Partial<Record<ListFormat, keyof FormatOptions>> = { 'json-path': 'path' }
const MAX_LENGTH = 200

/** The first option that a format has no use for, misses, or cannot read; null when all is well. */
export function wrongOption(
  format: ListFormat,
  options: FormatOptions,
): { field: keyof FormatOptions; message: string } | null {
  for (const [field, value] of Object.entries(options) as [keyof FormatOptions, string][]) {
    if (!USES[format].includes(field)) return { field, message: `a list of kind ${format} has no use for it.` }
    if (value === '' || value.length > MAX_LENGTH) return { field, message: `1 to ${MAX_LENGTH} characters.` }
  }
  const { delimiter } = options
  if (delimiter !== undefined && (!/^[\t\x20-\x7e]$/.test(delimiter) || delimiter === '"')) {
    return { field: 'delimiter', message: 'one character, such as ";" or a tab, but no quote.' }
  }
  const required = REQUIRED[format]
  if (required !== undefined && options[required] === undefined) {
    return { field: required, message: `a list of kind ${format} needs it to tell where the values are.` }
  }
  return null
}
