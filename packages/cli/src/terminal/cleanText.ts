/**
 * What moves the cursor, turns the direction of text or cannot be seen: control, format and unassigned characters (C), line
 * separators (Zl, Zp), and what fonts leave out (Default_Ignorable_Code_Point, such as the Hangul fillers).
 */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** Shows hidden characters as escapes (`\u{202e}`): names and texts come from chains and pages. */
export function cleanText(text: string): string {
  return text.replace(HIDDEN, (hidden) => `\\u{${(hidden.codePointAt(0) ?? 0).toString(16)}}`)
}

/** JSON of the same value whose hidden characters are written as `\uXXXX`. */
export function cleanJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(HIDDEN, (hidden) =>
    hidden === '\n' ? hidden : unicodeEscapes(hidden),
  )
}

/** Of each UTF-16 unit, as JSON has them. */
function unicodeEscapes(text: string): string {
  return text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
