/** The deepest that these services answer is an ABI: its items, and a level or two for each struct in a struct. */
const MAX_DEPTH = 64
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

/**
 * JSON of a stranger, no deeper than 64 levels: three megabytes of brackets keep `JSON.parse` busy for half a second, and one
 * look at each letter takes a few milliseconds.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  let depth = 0
  let isText = false
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    if (isText) {
      if (letter === BACKSLASH) at++
      else if (letter === QUOTE) isText = false
    } else if (letter === QUOTE) isText = true
    else if (letter === OPEN_LIST || letter === OPEN_OBJECT) {
      if (++depth > MAX_DEPTH) throw new SyntaxError('JSON deeper than 64 levels')
    } else if (letter === CLOSE_LIST || letter === CLOSE_OBJECT) depth--
  }
  return JSON.parse(text)
}
