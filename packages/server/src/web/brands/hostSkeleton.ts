import confusables from 'unhomoglyph'

// What the eye takes for a letter at the size of an address bar. `i`, `l` and `1` are one stroke.
const STROKES: Readonly<Record<string, string>> = { i: 'l', '1': 'l', '0': 'o', '5': 's' }
const STROKE = /[i105]/g
const PAIRS = /rn|vv/g
const ASCII = /^[\0-\x7f]*$/
const MARKS = /[\p{M}\p{DI}]/gu

/**
 * What a label of a host is taken for: labels that look alike have one skeleton. UTS 39 confusables, accents, and the digits and
 * pairs of letters that stand for letters (`0`, `1`, `5`, `rn`, `vv`). It is compared, never shown.
 * @param label of a Unicode host, lower case.
 */
export function hostSkeleton(label: string): string {
  const letters = ASCII.test(label) ? label : confusables(label.normalize('NFKD').replace(MARKS, '')).toLowerCase()
  return letters.replace(PAIRS, (pair) => (pair === 'rn' ? 'm' : 'w')).replace(STROKE, (sign) => STROKES[sign] ?? sign)
}
