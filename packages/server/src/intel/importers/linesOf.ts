import { LIMITS } from './limits.ts'

/** One line without its end. Of a line over `LIMITS.lineLength` only the beginning was kept. */
export type Line = { text: string; overlong: boolean }

/** One more than messages show, so that they end in an ellipsis. */
const SHOWN = 81
const BREAK = /\r\n?|\n/g

/** Splits text at LF, CRLF or CR. Never keeps more than one line and one piece. The same object is given each time. */
export function* linesOf(text: Iterable<string>): Generator<Line, void, undefined> {
  const line: Line = { text: '', overlong: false }
  let rest = ''
  for (const piece of text) {
    // A piece that ends in CR may be cut through CRLF; the empty line this makes is none.
    let start = 0
    BREAK.lastIndex = 0
    for (let found = BREAK.exec(piece); found !== null; found = BREAK.exec(piece)) {
      rest = grow(line, rest, piece.slice(start, found.index))
      line.text = rest
      yield line
      rest = ''
      line.overlong = false
      start = BREAK.lastIndex
    }
    rest = grow(line, rest, piece.slice(start))
  }
  line.text = rest
  if (rest !== '') yield line
}

function grow(line: Line, rest: string, more: string): string {
  if (line.overlong) return rest
  if (rest.length + more.length <= LIMITS.lineLength) return rest + more
  line.overlong = true
  return (rest + more.slice(0, SHOWN)).slice(0, SHOWN)
}
