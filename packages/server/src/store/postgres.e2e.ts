import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { StoreUnavailable } from '../domain/sourceErrors.ts'
import { importsSurviveCrashes } from './conformance/intelCrash.ts'
import { SECRET, type StoreWorld } from './conformance/world.ts'
import { storeConforms } from './conformance.ts'
import { pglitePool } from './engine/pglite.ts'
import { openPostgres, postgresOn } from './engine/postgres.ts'
import { keyringOf } from './keyring.ts'
import { createStore, openStore } from './openStore.ts'
import { createSharedRateCounters } from './sharedRateCounters.ts'

const LOCAL_SERVER = 'postgres://root@127.0.0.1:5432/test'

/** A schema of its own on a server, dropped at the end. */
async function serverWorld(url: string): Promise<StoreWorld & { url: string }> {
  const schema = `redoubt_test_${randomBytes(6).toString('hex')}`
  await query(url, `create schema ${schema}`)
  const own = new URL(url)
  own.searchParams.set('options', `-c search_path=${schema}`)
  return {
    url: own.href,
    open: (secrets = SECRET) => openStore(own.href, secrets),
    query: (statement) => query(own.href, statement),
    sharedCounters: true,
    dispose: () => query(url, `drop schema ${schema} cascade`),
  }
}

/** The dialect on PGlite, where there is no server: one connection that all nodes share. */
async function pgliteWorld(): Promise<StoreWorld> {
  const pool = await pglitePool()
  const shared = { connect: pool.connect, end: async () => {} }
  return {
    open: async (secrets = SECRET) => createStore(postgresOn(shared), keyringOf(secrets)),
    query: async (statement) => {
      const client = await pool.connect()
      try {
        await client.query(statement, [])
      } finally {
        client.release()
      }
    },
    sharedCounters: true,
    dispose: () => pool.end(),
  }
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 })
  try {
    await client.connect()
    await client.query(sql)
  } finally {
    await client.end()
  }
}

async function answers(url: string): Promise<boolean> {
  return query(url, 'select 1').then(
    () => true,
    () => false,
  )
}

/** A server that is named, or that CI requires, must answer; the local one is a guess. */
async function chooseServer(): Promise<string | null> {
  if (process.env.TEST_DATABASE_URL) return process.env.TEST_DATABASE_URL
  return process.env.CI === 'true' || (await answers(LOCAL_SERVER)) ? LOCAL_SERVER : null
}

const server = await chooseServer()
if (server !== null) {
  storeConforms('PostgreSQL', () => serverWorld(server))
} else {
  // PGlite takes seconds to start, so it stands in only where there is no server.
  storeConforms('PGlite (no PostgreSQL server answers)', pgliteWorld)
}

test('connections that the server closes are replaced', { skip: server === null && 'needs a server' }, async () => {
  if (server === null) return
  const name = `redoubt_test_${randomBytes(6).toString('hex')}`
  const own = new URL(server)
  own.searchParams.set('application_name', name)
  own.searchParams.set('options', '-c search_path=redoubt_no_such_schema')
  const store = await openStore(own.href, SECRET)
  try {
    // Nothing is migrated here: that the database answers at all is what counts.
    assert.match(String((await store.readiness()).database), /relation "accounts" does not exist/)
    await query(server, `select pg_terminate_backend(pid) from pg_stat_activity where application_name = '${name}'`)
    let answer = 'terminating'
    // The query that meets the closing connection may fail; the process must not, and the next connection works.
    for (let i = 0; i < 5 && !answer.includes('relation'); i++) answer = String((await store.readiness()).database)
    assert.match(answer, /relation "accounts" does not exist/)
  } finally {
    await store.close()
  }
})

test('nodes whose clocks differ by minutes count together', { skip: server === null && 'needs a server' }, async () => {
  if (server === null) return
  const world = await serverWorld(server)
  const migrated = await world.open()
  await migrated.migrate()
  const { db, ...engine } = await openPostgres(world.url)
  try {
    const clocks = [0, 120_000, -3_600_000].map((ahead) => () => Date.now() + ahead)
    const nodes = clocks.map((clock) => ({ clock, counters: createSharedRateCounters({ db, ...engine }, clock) }))
    const decisions = []
    for (let times = 0; times < 10; times++)
      for (const { clock, counters } of nodes) {
        const now = clock()
        const decision = await counters.take('acc_clocks', { perMinute: 20, perDay: null }, now)
        decisions.push({ ...decision, resetsIn: decision.resetAt - now })
      }
    assert.equal(decisions.filter(({ allowed }) => allowed).length, 20)
    for (const { resetsIn } of decisions) assert.ok(resetsIn > 30_000 && resetsIn <= 61_000, String(resetsIn))
  } finally {
    await db.destroy()
    await migrated.close()
    await world.dispose()
  }
})

test('six importers killed in the middle leave a whole list', {
  skip: server === null && 'needs a server',
}, async () => {
  if (server === null) return
  const world = await serverWorld(server)
  try {
    await importsSurviveCrashes(world.url, SECRET, 6)
  } finally {
    await world.dispose()
  }
})

test('a connection that the server closes in the middle of a transaction fails that transaction alone', {
  skip: server === null && 'needs a server',
}, async () => {
  if (server === null) return
  const { db } = await openPostgres(server)
  try {
    for (let i = 0; i < 5; i++) {
      const interrupted = db.transaction().execute(async (transaction) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)
        await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db)
        // The connection learns of its end while it runs no query.
        await setTimeout(20)
        await sql`select 1`.execute(transaction)
      })
      await assert.rejects(interrupted, StoreUnavailable)
      assert.equal((await sql`select 1`.execute(db)).rows.length, 1)
    }
  } finally {
    await db.destroy()
  }
})
