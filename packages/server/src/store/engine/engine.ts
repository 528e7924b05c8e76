import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import type { ReserveFile } from './reserveFile.ts'

/** The whole database as it was at one moment, read while others write. */
export type Snapshot = {
  /** Names of all tables. */
  tables(): Promise<string[]>
  /** The rows of a table in chunks, each value in the order of the columns; nothing of an empty table. */
  rows(table: string): AsyncIterable<{ columns: string[]; rows: (string | number | null | Uint8Array)[][] }>
  end(): Promise<void>
}

export type Aside = {
  checkpoint(): Promise<void>
  /** @returns How many rows it changed; null where it could not be run there. */
  run(statement: { sql: string; parameters: readonly unknown[] }): Promise<number | null>
  end(): Promise<void>
}

/** An open database. Both engines pass the same conformance suite. */
export type Engine = {
  db: Kysely<Schema>
  dialect: 'sqlite' | 'postgres'
  snapshot(): Promise<Snapshot>
  /**
   * Prepares a read that is made with every request, past the query builder: it sees what is committed. Rows are arrays, in the
   * order of the columns; null when it cannot be made now, and the usual way should be taken. Absent where nothing is gained.
   */
  prepareRead?(sql: string): (parameters: readonly string[]) => unknown[][] | null
  /**
   * Changes with every commit, of this process and of others; null when it cannot be read now. Absent where asking for it costs as
   * much as reading.
   */
  version?(): number | null
  /**
   * Until `end`, checkpoints are made in a thread of their own, when `checkpoint` asks for one, and statements may be run there: both wait
   * for the disk, for 50 ms and more. Absent where the engine is no part of this process.
   */
  openAside?(): Aside
  /** Space on the disk of the database for writes that must not fail for want of it. Absent where another machine has the disk. */
  reserve?: ReserveFile
}
