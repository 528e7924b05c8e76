import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type CsvError, parse } from 'csv-parse'
import { cleanText } from '../../lib/cleanText.ts'
import { canonicalKey } from '../canonicalKey.ts'
import type { FormatOptions } from '../ports.ts'
import type { Collection } from './collectEntries.ts'
import { ImportError } from './importError.ts'
import type { Importer } from './importer.ts'
import { LIMITS } from './limits.ts'
import { linesOf } from './lines.ts'

/** Characters handed to the parser at once. */
const PIECE = 64 * 1024
/** A quote that swallows this much is one that was never closed. */
const RECORD_LENGTH = 4 * LIMITS.lineLength
const NUMBER = /^\d{1,4}$/
const SHOWN = 200

type Columns = { value: number; name: number | null; label: number | null }

/**
 * Delimited text (RFC 4180), also with remarks (`#`) and stray quotes. Columns are named in the first row, or numbered from
 * 1 when there is no such row; a first row that has no entry in a numbered column is taken for titles.
 */
export const csv: Importer = async (text, into, { options }) => {
  const { delimiter = ',' } = options
  const records = parse({
    delimiter,
    comment: '#',
    comment_no_infix: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    record_delimiter: '\n',
    max_record_size: RECORD_LENGTH,
  })
  try {
    await pipeline(Readable.from(pieces(text, into)), records, (rows) => addRows(rows, into, options))
  } catch (error) {
    throw readable(error as CsvError)
  }
}

async function addRows(rows: AsyncIterable<string[]>, into: Collection, options: FormatOptions): Promise<void> {
  let columns: Columns | null = null
  for await (const row of rows) {
    if (columns === null) {
      columns = columnsOf(row, options)
      if (!isNumbered(options) || canonicalKey(row[columns.value] ?? '') === null) continue
    }
    const value = row[columns.value]
    if (value === undefined) into.refuse('malformed', row.join(' '))
    else {
      into.add(value, {
        name: columns.name === null ? null : row[columns.name],
        words: columns.label === null ? null : row[columns.label],
      })
    }
  }
}

function isNumbered({ column = '1', nameColumn = '1', labelColumn = '1' }: FormatOptions): boolean {
  return [column, nameColumn, labelColumn].every((name) => NUMBER.test(name))
}

function columnsOf(titles: readonly string[], { column = '1', nameColumn, labelColumn }: FormatOptions): Columns {
  const indexOf = (name: string) => {
    const wanted = plain(name)
    const index = titles.findIndex((title) => plain(title) === wanted)
    if (index >= 0) return index
    if (NUMBER.test(name) && Number(name) > 0) return Number(name) - 1
    const has = cleanText(titles.slice(0, 20).join(', '), SHOWN)
    throw new ImportError(`The csv list has no column "${name}"; its first row is: ${has}. Check column and delimiter.`)
  }
  return {
    value: indexOf(column),
    name: nameColumn === undefined ? null : indexOf(nameColumn),
    label: labelColumn === undefined ? null : indexOf(labelColumn),
  }
}

function plain(title: string): string {
  return title.trim().toLowerCase()
}

/** Lines without the overlong ones, some hundred at a time. */
function* pieces(text: Iterable<string>, into: Collection): Generator<string> {
  let piece = ''
  for (const { text: line, overlong } of linesOf(text)) {
    if (overlong) {
      into.refuse('line-too-long', line)
      continue
    }
    piece += `${line}\n`
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

function readable(error: CsvError): Error {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE') {
    return new ImportError(
      `A quote in the csv list is never closed (found by line ${error.lines}); it may be truncated.`,
    )
  }
  return error instanceof ImportError || !String(error.code).startsWith('CSV_')
    ? error
    : new ImportError(`The csv list cannot be read: ${cleanText(error.message, SHOWN)}`)
}
