/**
 * Characters that move the cursor, turn the direction of text or cannot be seen: control, format and unassigned characters (C), line
 * separators (Zl, Zp), and what fonts leave out (Default_Ignorable_Code_Point, such as the Hangul fillers). Unicode 15, UAX 44.
 */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/**
 * Shows hidden characters as escapes. Names and texts in answers come from chains and pages.
 * @example showHidden('U\u200bSDC') // 'U\\u{200b}SDC'
 */
export function showHidden(text: string): string {
  return text.replace(HIDDEN, (hidden) => `\\u{${(hidden.codePointAt(0) ?? 0).toString(16)}}`)
}

/** JSON text of a value with `\uXXXX` for each hidden character: it reads back as the same value. `indent` as of `JSON.stringify`. */
export function showHiddenInJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(HIDDEN, (hidden) =>
    hidden === '\n' ? hidden : unicodeEscapes(hidden),
  )
}

/** One escape for each UTF-16 unit. */
function unicodeEscapes(text: string): string {
  return text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
