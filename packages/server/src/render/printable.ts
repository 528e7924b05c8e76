/** A time as people read it, to the second in UTC: `5 March 2026, 14:03:22 UTC`; a day without a time as `5 March 2026`. What is no ISO 8601 time is repeated as it is. */
export function formatTime(iso: string): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return iso
  const day = at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  return /^\d{4}-\d\d-\d\d$/.test(iso) ? day : `${day}, ${at.toISOString().slice(11, 19)} UTC`
}

/** Text with its ISO 8601 days and times as `formatTime` writes them. */
export function withDates(text: string): string {
  return text.replace(/\b\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?Z)?(?![\w-])/g, formatTime)
}

// Right-to-left by default (UAX 9, DerivedBidiClass.txt): drawn one after the other they would turn the line around.
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

// Control, format, private, unassigned, half a surrogate pair, and everything that by default draws nothing.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{DI}\u2800\ufffd]/u

const BLANKS = /[\t\n\v\f\r\u0085\p{Z}]+/gu

const MARK = /\p{M}/u

/** Of combining marks on one letter; more hide the lines around. */
const MARKS = 2

/**
 * Text as it can be drawn: one line, left to right, every character seen. What cannot be drawn as itself is named instead,
 * in one pair of brackets per run: `[U+202E]`, `[U+4F60 U+597D]`.
 * @param maxLength of the result, in code points; longer text ends in an ellipsis.
 * @param drawable whether the fonts have a picture of a code point.
 */
export function printable(untrusted: string, maxLength: number, drawable: (codePoint: number) => boolean): string {
  // A bound before normalising. NFC never needs more than a few units for one code point.
  const bounded = untrusted.slice(0, maxLength * 16)
  const points = [...bounded.normalize('NFC').replace(BLANKS, ' ').trim()]
  const pieces: string[] = []
  let named: string[] = []
  let marks = 0
  const nameRun = () => {
    if (named.length > 0) pieces.push(`[${named.join(' ')}]`)
    named = []
  }
  for (const point of points.slice(0, maxLength + 1)) {
    const code = point.codePointAt(0) ?? 0
    marks = MARK.test(point) ? marks + 1 : 0
    if (UNSEEN.test(point) || RIGHT_TO_LEFT.test(point) || marks > MARKS || !drawable(code))
      named.push(`U+${code.toString(16).toUpperCase().padStart(4, '0')}`)
    else {
      nameRun()
      pieces.push(point)
    }
  }
  nameRun()
  const drawn = [...pieces.join('')]
  if (drawn.length <= maxLength && bounded.length === untrusted.length) return drawn.join('')
  return `${drawn
    .slice(0, maxLength - 1)
    .join('')
    .trimEnd()}…`
}
