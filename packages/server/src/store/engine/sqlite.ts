import { chmodSync, statSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import {
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'
import { createSemaphore, type Slot } from '../../lib/semaphore.ts'
import type { Schema } from '../schema.ts'
import type { AsideMessage } from './asideWorker.ts'
import { createPrivately, PRIVATE_FILE } from './createPrivately.ts'
import type { Aside, Engine } from './engine.ts'
import { asOutage, sqliteOutageOf, tellOutages } from './outages.ts'
import { createReserveFile } from './reserveFile.ts'
import { snapshotOf } from './sqliteSnapshot.ts'

/** Distinct statements kept prepared; the store has a few dozen. */
const MAX_STATEMENTS = 256
/** How long a writer waits for another process (the CLI beside a server) before it fails. */
const BUSY_TIMEOUT_MS = 5000
/** SQLite's own default. */
const PAGES_OF_A_CHECKPOINT = 1_000
/** The file is private: a reader of it reads every scan of every account. */
/** SQLITE_BUSY, the low byte of the extended codes. */
const BUSY = 5

/**
 * Opens, and creates where missing, a SQLite file as the store's engine; file and new folders are the owner's alone.
 * WAL lets the CLI read beside a running server; synchronous=FULL means that an acknowledged write survives a crash.
 */
export function openSqlite(file: string): Engine {
  // SQLite gives its -wal and -shm the mode of the file, which therefore is made before it opens it.
  if (file !== ':memory:') createPrivately(file)
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    database.exec(
      'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 0',
    )
  } catch (error) {
    database.close()
    throw error
  }
  // Only now: a file that is no database must be left as it is.
  if (file !== ':memory:') for (const suffix of ['', '-wal', '-shm']) makePrivate(file + suffix)
  // Reads that each request makes see what is committed, and wait for no transaction of ours.
  const reader = file === ':memory:' ? null : new DatabaseSync(file, { readOnly: true })
  const config = { database: adapt(database, reader) }
  const dialect = new SqliteDialect(config)
  dialect.createAdapter = () => new TransactionalDdlAdapter()
  dialect.createDriver = () => tellOutages(new PatientDriver(config), sqliteOutageOf)
  return {
    db: new Kysely<Schema>({ dialect }),
    dialect: 'sqlite',
    snapshot: async () => snapshotOf(file),
    ...(file !== ':memory:' && {
      openAside: () => openAside(database, file),
      reserve: createReserveFile(`${file}.reserve`),
    }),
    ...(reader && { prepareRead: (sql) => prepareRead(reader, sql), version: versionOf(reader) }),
  }
}

/** SQLite makes a checkpoint within a commit, every 1,000 pages, unless another thread does. */
function openAside(database: DatabaseSync, file: string): Aside {
  const thread = new Worker(new URL('./asideWorker.ts', import.meta.url), { workerData: file })
  let gone = false
  let answered: (changed: number | null) => void = () => {}
  thread.on('message', (changed: number | null) => answered(changed))
  const restore = () => {
    gone = true
    answered(null)
    if (database.isOpen) database.exec(`pragma wal_autocheckpoint = ${PAGES_OF_A_CHECKPOINT}`)
  }
  // Without the thread all is as it was.
  thread.once('error', restore)
  thread.once('exit', restore)
  database.exec('pragma wal_autocheckpoint = 0')
  const ask = async (message: AsideMessage) => {
    if (gone) return null
    const answer = Promise.withResolvers<number | null>()
    answered = answer.resolve
    thread.postMessage(message)
    return answer.promise
  }
  return {
    async checkpoint() {
      await ask('checkpoint')
    },
    run: ({ sql, parameters }) => ask({ sql, parameters }),
    async end() {
      await ask('end')
      restore()
    },
  }
}

/** Takes from others what an earlier version, or a copy, left them. Who does not own the file cannot, and must not fail. */
function makePrivate(file: string): void {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? PRIVATE_FILE
  if ((mode & 0o077) === 0) return
  try {
    chmodSync(file, PRIVATE_FILE)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}

/** SQLite does roll back DDL: a migration that fails half-way, or runs in two processes at once, leaves nothing. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/**
 * Two things that Kysely's driver does not do. Who waits for the connection gets it in turn: Kysely wakes all who wait each
 * time, which is quadratic. And another process's write lock is awaited on the event loop: SQLite's own busy handler would
 * stop the whole service meanwhile, and for good if the lock is held by another connection of this process.
 */
class PatientDriver extends SqliteDriver {
  #connection: DatabaseConnection | undefined
  readonly #turns = createSemaphore(1)
  #turn: Slot | undefined

  override async acquireConnection(): Promise<DatabaseConnection> {
    const turn = this.#turns.take()
    await turn.granted
    this.#turn = turn
    this.#connection ??= patient(await super.acquireConnection())
    return this.#connection
  }

  /** SQLite has rolled back by itself where the disk is full or fails: that error is the one to be told. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection)
    } catch (error) {
      if (!(error instanceof Error && /no transaction is active/.test(error.message))) throw error
    }
  }

  override async releaseConnection(): Promise<void> {
    this.#turn?.release()
  }
}

function patient(connection: DatabaseConnection): DatabaseConnection {
  return {
    async executeQuery(query) {
      const deadline = Date.now() + BUSY_TIMEOUT_MS
      for (;;) {
        try {
          return await connection.executeQuery(query)
        } catch (error) {
          const { errcode } = error as { errcode?: number }
          if (errcode === undefined || (errcode & 0xff) !== BUSY || Date.now() > deadline) throw error
          await setTimeout(1 + Math.random() * 4)
        }
      }
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  }
}

/** node:sqlite behind the better-sqlite3 shape that Kysely expects, with each distinct statement prepared once. */
function adapt(database: DatabaseSync, reader: DatabaseSync | null): SqliteDatabase {
  const prepared = new Map<string, ReturnType<typeof adaptStatement>>()
  return {
    close() {
      reader?.close()
      database.close()
    },
    prepare(sql) {
      const known = prepared.get(sql)
      if (known) return known
      // A deferred transaction that reads first and writes later fails at once when another process wrote in between.
      const statement = adaptStatement(database.prepare(sql === 'begin' ? 'begin immediate' : sql))
      if (prepared.size >= MAX_STATEMENTS) prepared.clear()
      prepared.set(sql, statement)
      return statement
    },
  }
}

function adaptStatement(statement: StatementSync) {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]) => statement.all(...values(parameters)),
    run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
    iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
  }
}

/** Rows come as arrays: as objects without a prototype they would cost more than the read. */
function prepareRead(reader: DatabaseSync, sql: string): ReturnType<NonNullable<Engine['prepareRead']>> {
  const statement = reader.prepare(sql)
  statement.setReturnArrays(true)
  return (parameters) => {
    try {
      return statement.all(...parameters) as unknown as unknown[][]
    } catch (error) {
      const { errcode } = error as { errcode?: number }
      if (errcode === undefined || (errcode & 0xff) !== BUSY) throw asOutage(error, sqliteOutageOf)
      return null
    }
  }
}

/** What SQLite counts for this purpose: the commits of other connections, which the reader's are all. */
function versionOf(reader: DatabaseSync): () => number | null {
  const read = prepareRead(reader, 'pragma data_version')
  return () => (read([])?.[0]?.[0] as number | undefined) ?? null
}
