/** Limit of listed words; the rest is counted. */
const MAX = 4

/** `a, b and c`: each once, in order, and past the fourth only how many more there are. */
export function listWords(words: readonly string[], most = MAX): string {
  const distinct = [...new Set(words)]
  const shown = distinct.length > most ? [...distinct.slice(0, most), `${distinct.length - most} more`] : distinct
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}
