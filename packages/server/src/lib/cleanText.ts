// Marks stacked on one letter ("zalgo") hide neighbouring text; two are enough for every natural language's NFC form.
const STACKED_MARKS = /(\p{M}{2})\p{M}+/gu
// Default_Ignorable: zero-width, bidi, tags, fillers, variation selectors, soft hyphen. U+2800 draws nothing either.
// Co, Cn and Cs have no agreed picture: private use, unassigned, half a surrogate pair.
const INVISIBLE = /[\p{DI}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2800\ufffd]/gu
const BREAKS = /[\p{Cc}\p{Z}]+/gu

/**
 * Makes untrusted text (token names, revert reasons, strings in call data) safe to show beside facts: NFC, one line, no invisible
 * characters, no changes of direction. Characters of markup (`<`, `&`, quotes) stay: escaping is the job of the renderer.
 * @param maxLength in code points; longer text ends in an ellipsis.
 */
export function cleanText(untrusted: string, maxLength = 64): string {
  // Bounded before normalising: hostile names are megabytes long. NFC never needs more than a few units per code point.
  const bounded = untrusted.slice(0, maxLength * 16)
  const cleaned = bounded
    .normalize('NFC')
    .replace(BREAKS, ' ')
    .replace(INVISIBLE, '')
    .replace(STACKED_MARKS, '$1')
    .normalize('NFC')
    .replace(BREAKS, ' ')
    .trim()
  const points = [...cleaned]
  if (points.length <= maxLength && bounded.length === untrusted.length) return cleaned
  return `${points
    .slice(0, maxLength - 1)
    .join('')
    .trimEnd()}…`
}
