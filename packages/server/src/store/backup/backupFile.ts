import { createHash } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'

/** Of this layout; a file of a later one is refused. */
const FORMAT = 1
const MAX_LINE = 64 * 1024 * 1024
const PRIVATE_FILE = 0o600

/** The first line of a backup. */
export type BackupHeader = {
  redoubtBackup: number
  /** Of the program that made it. */
  version: string
  /** Unix milliseconds. */
  madeAt: number
  /** Migrations of the database, in order. */
  migrations: string[]
  /** Fingerprints of the secrets that its keys are hashed under, the current one first. */
  secrets: string[]
}

/** A column's value; bytes are base64 in the file. */
export type Value = string | number | null | Uint8Array
export type TableRows = { table: string; columns: string[]; rows: Value[][] }

/** Thrown for a file that cannot be restored; the message is for the operator. */
export class BackupUnusable extends Error {}

/**
 * Writes a backup: lines of JSON, compressed with zstd, that end with the number of rows and a digest of all before. The file appears under its
 * name once it is whole and on the disk.
 * @returns How many rows it has.
 */
export async function writeBackupFile(
  file: string,
  {
    header,
    tables,
    signal,
  }: { header: Omit<BackupHeader, 'redoubtBackup'>; tables: AsyncIterable<TableRows>; signal: AbortSignal },
): Promise<number> {
  if (existsSync(file)) throw new BackupUnusable(`${file} exists already. Name a file that does not exist.`)
  // Of each process its own: two may be told the same name.
  const draft = `${file}.${process.pid}.partial`
  let rows = 0
  async function* lines(): AsyncGenerator<string> {
    const digest = createHash('sha256')
    const told = (text: string) => {
      digest.update(text)
      return text
    }
    yield told(`${JSON.stringify({ redoubtBackup: FORMAT, ...header })}\n`)
    let last = ''
    for await (const { table, columns, rows: some } of tables) {
      rows += some.length
      const head = table === last ? '' : `${JSON.stringify({ table, columns })}\n`
      last = table
      yield told(head + some.map((row) => `${JSON.stringify(row.map(encode))}\n`).join(''))
    }
    yield `${JSON.stringify({ rows, sha256: digest.digest('hex') })}\n`
  }
  try {
    const written = createWriteStream(draft, { mode: PRIVATE_FILE })
    await pipeline(Readable.from(lines(), { objectMode: false }), createZstdCompress(), written, { signal })
    sync(draft)
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  return rows
}

function sync(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/**
 * Reads a backup from its beginning to its end, header first.
 * @throws BackupUnusable for a file of another kind, of a later layout, or one that is cut off or was changed; the last two after all rows.
 */
export async function* readBackupFile(file: string): AsyncGenerator<BackupHeader | TableRows, number> {
  const digest = createHash('sha256')
  let header: BackupHeader | null = null
  let table: Pick<TableRows, 'table' | 'columns'> | null = null
  let rows = 0
  let end: { rows: number; sha256: string } | null = null
  for await (const lines of linesOf(file, () => header !== null)) {
    const some: Value[][] = []
    const flush = function* (): Generator<TableRows> {
      if (table !== null && some.length > 0) yield { ...table, rows: some.splice(0) }
    }
    for (const line of lines) {
      if (end !== null) throw damaged(file)
      const parsed = parse(line) ?? fail(header === null ? foreign(file) : damaged(file))
      if (header === null) {
        header = readHeader(file, parsed)
        yield header
      } else if (Array.isArray(parsed)) {
        if (table === null || parsed.length !== table.columns.length) throw damaged(file)
        some.push(parsed.map((value) => decode(value) ?? (value === null ? null : fail(damaged(file)))))
        rows++
      } else if (isTable(parsed)) {
        yield* flush()
        table = parsed
      } else {
        end = parsed as { rows: number; sha256: string }
        continue
      }
      digest.update(`${line}\n`)
    }
    yield* flush()
  }
  if (header === null) throw foreign(file)
  if (end === null || end.rows !== rows || end.sha256 !== digest.digest('hex')) throw damaged(file)
  return rows
}

/** Whole lines as they arrive. A last line without its end is none. */
async function* linesOf(file: string, isBackup: () => boolean): AsyncGenerator<string[]> {
  const source = createReadStream(file)
  const unpacked = createZstdDecompress()
  // Its error arrives at the reader of `unpacked`, which the pipeline destroys with it.
  pipeline(source, unpacked).catch(() => undefined)
  let rest = ''
  unpacked.setEncoding('utf8')
  try {
    for await (const chunk of unpacked as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > MAX_LINE || (!isBackup() && rest.length > 1_000_000)) throw foreign(file)
      if (lines.length > 0) yield lines
    }
  } catch (error) {
    if (error instanceof BackupUnusable) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new BackupUnusable(`There is no file ${file}.`)
    if (code !== undefined && /^E[A-Z]+$/.test(code)) throw error
    throw isBackup() ? damaged(file) : foreign(file)
  }
  if (rest !== '') throw isBackup() ? damaged(file) : foreign(file)
}

/** Each line is a list or an object; null: it is neither. */
function parse(line: string): object | null {
  try {
    const parsed: unknown = JSON.parse(line)
    return typeof parsed === 'object' ? parsed : null
  } catch {
    return null
  }
}

function fail(error: BackupUnusable): never {
  throw error
}

function readHeader(file: string, parsed: unknown): BackupHeader {
  const header = parsed as Partial<BackupHeader> | null
  if (typeof header?.redoubtBackup !== 'number') throw foreign(file)
  if (header.redoubtBackup > FORMAT) throw newer(file, String(header.version))
  if (!Array.isArray(header.migrations) || !Array.isArray(header.secrets)) throw damaged(file)
  return header as BackupHeader
}

function isTable(parsed: unknown): parsed is Pick<TableRows, 'table' | 'columns'> {
  const { table, columns } = parsed as Partial<TableRows>
  return typeof table === 'string' && Array.isArray(columns)
}

function encode(value: Value): unknown {
  return value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value
}

/** Null also for what is no value of a column. */
function decode(value: unknown): Value {
  if (typeof value === 'string' || typeof value === 'number') return value
  const { base64 } = (value ?? {}) as { base64?: unknown }
  return typeof base64 === 'string' ? Buffer.from(base64, 'base64') : null
}

function foreign(file: string): BackupUnusable {
  return new BackupUnusable(`${file} is no backup of Redoubt, or is cut off in its first line.`)
}

function damaged(file: string): BackupUnusable {
  return new BackupUnusable(`${file} is cut off or was changed: its end or its digest is wrong. Use another backup.`)
}

export function newer(file: string, version: string): BackupUnusable {
  return new BackupUnusable(
    `${file} was made by Redoubt ${version}, which is newer than this program. Restore it with that version or a later one.`,
  )
}
