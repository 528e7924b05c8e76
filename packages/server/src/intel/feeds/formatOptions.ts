import { FORMATS, type FormatOptions, type ListFormat } from '../ports.ts'

const MAX_LENGTH = 200

/** The first option that a format has no use for, misses, or cannot read; null when all is well. */
export function wrongOption(
  format: ListFormat,
  options: FormatOptions,
): { field: keyof FormatOptions; message: string } | null {
  const { options: read, needs }: { options: readonly string[]; needs?: keyof FormatOptions } = FORMATS[format]
  for (const [field, value] of Object.entries(options) as [keyof FormatOptions, string][]) {
    // It would silently do nothing.
    if (!read.includes(field)) return { field, message: `a list of kind ${format} has no use for it.` }
    if (value === '' || value.length > MAX_LENGTH) return { field, message: `1 to ${MAX_LENGTH} characters.` }
  }
  const { delimiter } = options
  if (delimiter !== undefined && (!/^[\t\x20-\x7e]$/.test(delimiter) || delimiter === '"')) {
    return { field: 'delimiter', message: 'one character, such as ";" or a tab, but no quote.' }
  }
  if (needs !== undefined && options[needs] === undefined) {
    return { field: needs, message: `a list of kind ${format} needs it to tell where the values are.` }
  }
  return null
}
