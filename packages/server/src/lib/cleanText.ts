// Marks stacked on one letter ("zalgo") hide neighbouring text; two are enough for every natural language's NFC form.
const STACKED_MARKS = /(\p{M}{2})\p{M}+/gu
// Default_Ignorable: zero-width, bidi, tags, fillers, variation selectors, soft hyphen. U+2800 draws nothing either.
// Co, Cn and Cs have no agreed picture: private use, unassigned, half a surrogate pair.
const INVISIBLE = /[\p{DI}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2800\ufffd]/gu
const INVISIBLE_RUN = /[\p{DI}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2800\ufffd]+/gu
const BREAKS = /[\p{Cc}\p{Z}]+/gu

/** An emoji's own selector and joiner: they choose its picture. Runs of them can carry a text that is not seen. */
export const EMOJI_FORM = /(?<=\p{Extended_Pictographic})(?:[\ufe0e\ufe0f]\u200d?|\u200d)/gu
/** Of one run of invisible characters: a name is not to be filled with them. */
const MAX_NAMED = 4

/**
 * Makes untrusted text (pages, registrars, errors) safe to show beside facts: NFC, one line, no invisible characters, no
 * changes of direction. Characters of markup (`<`, `&`, quotes) stay: escaping is the job of the renderer.
 * @param maxLength in code points; longer text ends in an ellipsis.
 */
export function cleanText(untrusted: string, maxLength = 64): string {
  return cleaned(untrusted, maxLength, (text) => text.replace(INVISIBLE, ''))
}

/**
 * Like `cleanText`, for names that people tell apart (tokens, contracts, signed messages): invisible characters are named, because
 * without them a copy reads like the original.
 * @example visibleText('U\u200bSDC') // 'U[U+200B]SDC'
 */
export function visibleText(untrusted: string, maxLength = 64): string {
  return cleaned(untrusted, maxLength, (text) =>
    text.replace(EMOJI_FORM, '').replace(INVISIBLE_RUN, (run) => {
      const points = [...run].map((point) => `U+${hexOf(point)}`)
      return `[${points.slice(0, MAX_NAMED).join(' ')}${points.length > MAX_NAMED ? ' …' : ''}]`
    }),
  )
}

function hexOf(point: string): string {
  return (point.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
}

function cleaned(untrusted: string, maxLength: number, withoutInvisible: (text: string) => string): string {
  // Bounded before normalising: hostile names are megabytes long. NFC never needs more than a few units per code point.
  const bounded = untrusted.slice(0, maxLength * 16)
  const text = withoutInvisible(bounded.normalize('NFC').replace(BREAKS, ' ').trim())
    .replace(STACKED_MARKS, '$1')
    .normalize('NFC')
    .replace(BREAKS, ' ')
    .trim()
  const points = [...text]
  if (points.length <= maxLength && bounded.length === untrusted.length) return text
  return `${points
    .slice(0, maxLength - 1)
    .join('')
    .trimEnd()}…`
}
