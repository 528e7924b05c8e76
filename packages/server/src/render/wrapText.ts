// Where an address of the web or a name may be parted when it must be.
const BREAK_AFTER = /[/?&=.,:;_-]$/
/** How far back from the edge such a place is worth taking. */
const LOOK_BACK = 16
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Lines of one-line text that each fit into a width. Nothing is left out: a word wider than the line goes on in the next.
 * @param measure width of a piece, in the unit of `width`.
 */
export function wrapText(text: string, width: number, measure: (piece: string) => number): string[] {
  const lines: string[] = []
  const space = measure(' ')
  let line = ''
  let taken = 0
  const put = (piece: string) => {
    lines.push(piece)
    line = ''
    taken = 0
  }
  for (const word of text.split(' ')) {
    const wide = measure(word)
    if (line !== '' && taken + space + wide <= width) {
      line += ` ${word}`
      taken += space + wide
      continue
    }
    if (line !== '') put(line)
    const pieces = wide <= width ? [word] : partWord(word, width, measure)
    for (const piece of pieces.slice(0, -1)) put(piece)
    line = pieces.at(-1) ?? ''
    taken = measure(line)
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line]
}

function partWord(word: string, width: number, measure: (piece: string) => number): string[] {
  const letters = [...graphemes.segment(word)].map(({ segment }) => segment)
  const pieces: string[] = []
  let from = 0
  while (from < letters.length) {
    const fits = longestFit(letters, from, width, measure)
    const end = fits === letters.length ? fits : niceEnd(letters, from, fits)
    pieces.push(letters.slice(from, end).join(''))
    from = end
  }
  return pieces
}

/** End of the longest run from a letter on that fits; at least one letter. */
function longestFit(letters: string[], from: number, width: number, measure: (piece: string) => number): number {
  let fits = from + 1
  let beyond = Math.min(letters.length, from + 256) + 1
  while (beyond - fits > 1) {
    const middle = (fits + beyond) >> 1
    if (measure(letters.slice(from, middle).join('')) <= width) fits = middle
    else beyond = middle
  }
  return fits
}

function niceEnd(letters: string[], from: number, end: number): number {
  for (let at = end; at > Math.max(from + 1, end - LOOK_BACK); at--)
    if (BREAK_AFTER.test(letters[at - 1] ?? '')) return at
  return end
}
