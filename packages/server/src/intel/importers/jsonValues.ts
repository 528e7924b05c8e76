import { Tokenizer, TokenParser, TokenType } from '@streamparser/json'
import { cleanText } from '../../lib/cleanText.ts'
import type { ListFormat } from '../ports.ts'
import type { Collection } from './collectEntries.ts'
import { ImportError } from './importError.ts'
import { LIMITS } from './limits.ts'

type Reading = {
  format: ListFormat
  /** Names of members on the way from the top to what holds the values; `*` is any. */
  path: readonly string[]
  /** One value below that, with its key (member name or index). Nothing read before is kept. */
  onValue: (value: unknown, key: string | number) => void
}
const SHOWN = 120

/**
 * Reads JSON as a stream and gives the values below one path. In one piece, `JSON.parse` of 64 MB of `{},{},…` takes over a
 * gigabyte and kills the process from within a worker thread, whatever its limits say.
 * @throws ImportError when it is no JSON, ends early, is nested too deep, or one value is too large.
 */
export function jsonValues(text: Iterable<string>, collection: Collection, { format, path, onValue }: Reading): void {
  const tokenizer = new Tokenizer()
  // Depths match exactly, so `*` costs one comparison a value.
  const parser = new TokenParser({ paths: [['$', ...path, '*'].join('.')], keepStack: false })
  const fail = (problem: string): never => {
    throw new ImportError(`${problem} (${format} list).`)
  }
  let depth = 0
  let tokens = 0
  let length = 0
  let valueStart = 0
  let lastToken = 0
  let lastString = ''
  tokenizer.onToken = (token) => {
    if (token.token === TokenType.LEFT_BRACE || token.token === TokenType.LEFT_BRACKET) depth++
    if (token.token === TokenType.RIGHT_BRACE || token.token === TokenType.RIGHT_BRACKET) depth--
    if (depth > LIMITS.depth) fail(`The JSON is nested over ${LIMITS.depth} levels deep`)
    if (depth <= path.length + 1) {
      tokens = 0
      valueStart = length
    } else if (++tokens > LIMITS.tokens || length - valueStart > LIMITS.categoryLength) {
      fail(`One JSON value has over ${LIMITS.tokens} parts, or ${LIMITS.categoryLength} characters`)
    }
    if (depth === 1 && token.token === TokenType.STRING) lastString = token.value as string
    if (depth === 1 && token.token === TokenType.COLON) collection.saw(lastString)
    lastToken = length
    parser.write(token)
  }
  parser.onValue = ({ value, key }) => onValue(value, key ?? 0)
  const invalid = (error: Error) => {
    if (error instanceof ImportError) throw error
    fail(`The file is not valid JSON: ${cleanText(error.message, SHOWN)}`)
  }
  tokenizer.onError = invalid
  parser.onError = invalid
  for (const piece of text) {
    length += piece.length
    if (piece === '') continue
    if (parser.isEnded && piece.trim() !== '') fail('The file is not valid JSON: more text follows its end')
    tokenizer.write(piece)
    if (length - lastToken > LIMITS.valueLength) fail(`One JSON text is over ${LIMITS.valueLength} characters long`)
  }
  if (!parser.isEnded) fail(length === 0 ? 'The file is empty' : 'The JSON ends early: the file may be truncated')
}
