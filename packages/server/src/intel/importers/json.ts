import { Tokenizer, TokenParser, TokenType } from '@streamparser/json'
import { cleanText } from '../../lib/cleanText.ts'
import { canonicalKey } from '../canonicalKey.ts'
import type { ListFormat } from '../ports.ts'
import type { Collection } from './collectEntries.ts'
import { ImportError } from './importError.ts'
import type { Importer } from './importer.ts'
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
  // Refuses a text that was begun after the end and never closed: no token of it was seen.
  tokenizer.end()
}

/** `["evil.example", "0x…"]`: ScamSniffer. */
export const jsonArray: Importer = (text, into, { format }) =>
  jsonValues(text, into, { format, path: [], onValue: (value) => into.add(value) })

const NAMES = ['name', 'nameTag', 'name_tag', 'title', 'entity']

const WORDS = ['labels', 'label', 'categories', 'category', 'tags', 'type']

const VALUES = ['address', 'url', 'domain', 'host', 'value']

/**
 * An object whose keys are the values: `{"0x…": "Name"}`, `{"0x…": {"name": "…", "labels": ["exchange"]}}` (label maps made
 * from explorers), `{"0x…": ["exchange"]}`; or the other way round: `{"Name": "0x…"}`, `{"exchange": ["0x…", …]}`.
 */
export const jsonMap: Importer = (text, into, { format }) =>
  jsonValues(text, into, {
    format,
    path: [],
    onValue: (value, key) => {
      if (typeof key === 'number') return into.refuse('malformed', value)
      if (canonicalKey(key) !== null) return into.add(key, saidBy(value))
      if (Array.isArray(value)) return addCategory(into, key, value)
      if (typeof value === 'string') return into.add(value, { name: key })
      into.refuse('not-an-entry', key)
    },
  })

function saidBy(value: unknown): { name?: unknown; words?: unknown } {
  if (typeof value === 'string') return { name: value }
  if (Array.isArray(value)) return { words: value }
  return { name: member(value, ...NAMES), words: member(value, ...WORDS) }
}

function addCategory(into: Collection, words: string, values: readonly unknown[]): void {
  for (const value of values) {
    if (typeof value === 'object' && value !== null) {
      into.add(member(value, ...VALUES), { name: member(value, ...NAMES), words })
    } else into.add(value, { words })
  }
}

/**
 * `{"blacklist": ["evil.example"]}` with path `blacklist` (MetaMask, polkadot-js), or objects, `{"data": [{"url": "…"}]}`
 * with path `data` and column `url`. `*` in a path is every member of that level. An array in the column holds many values.
 */
export const jsonPath: Importer = (text, into, { format, options }) => {
  const { path: written = '', column, nameColumn, labelColumn } = options
  const path = written.replace(/^\$\.?/, '').split('.')
  if (path.includes('')) {
    throw new ImportError(`The path "${written}" has an empty part; write blacklist or data.items (${format} list).`)
  }
  jsonValues(text, into, {
    format,
    path,
    onValue: (row) => {
      const value = column === undefined ? row : member(row, column)
      if (column !== undefined && value === undefined && typeof row === 'object' && row !== null) {
        for (const name of Object.keys(row)) into.saw(`${name} (in a member)`)
      }
      const said = {
        name: nameColumn === undefined ? null : member(row, nameColumn),
        words: labelColumn === undefined ? null : member(row, labelColumn),
      }
      for (const one of column !== undefined && Array.isArray(value) ? value : [value]) into.add(one, said)
    },
  })
}

/** The first of the named members that an object has itself, or undefined; nothing is ever inherited. */
export function member(value: unknown, ...names: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const name = names.find((candidate) => Object.hasOwn(value, candidate))
  return name === undefined ? undefined : (value as Record<string, unknown>)[name]
}
