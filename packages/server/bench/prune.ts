import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { openStore, type Store } from '../src/store/openStore.ts'
import { withSchema } from '../src/testing/withSchema.ts'

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000)
/** Bytes of an answer that is kept: most are small, one in a hundred is as large as the largest. */
const BYTES = 1_200
const LARGE_BYTES = 33_000
const LARGE_EVERY = 100
const SECRET = '11'.repeat(32)
const DAY_MS = 86_400_000
const KEPT_DAYS = 30
/** Rows that one statement writes to PostgreSQL. */
const ROWS_A_TURN = 5_000

/**
 * Scan records deleted by retention, and for how long the event loop was away meanwhile: the longest gap between two turns of a timer
 * of a millisecond. SQLite in a file, and PostgreSQL where BENCH_DATABASE_URL names one.
 */
export default async function prune(): Promise<object> {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-prune-'))
  try {
    const file = join(folder, 'prune.db')
    const sqlite = await measure(`sqlite:${file}`, async () => fillSqlite(file))
    const postgres = await withSchema(process.env.BENCH_DATABASE_URL, (url) => measure(url, () => fillPostgres(url)))
    const engines = [sqlite, ...(postgres === null ? [] : [postgres])]
    return { longestMs: Math.max(...engines.map(({ longestMs }) => longestMs)), rows: ROWS, sqlite, postgres }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function measure(url: string, fill: () => Promise<void>) {
  const migrated = await openStore(url, SECRET)
  await migrated.migrate()
  await migrated.close()
  await fill()
  const store = await openStore(url, SECRET)
  try {
    return await timed(store)
  } finally {
    await store.close()
  }
}

async function timed(store: Store) {
  let [last, longest] = [performance.now(), 0]
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }, 1)
  const began = performance.now()
  await store.prune(Date.now(), { scanRetentionDays: KEPT_DAYS })
  const seconds = (performance.now() - began) / 1_000
  longest = Math.max(longest, performance.now() - last)
  clearInterval(timer)
  const left = await store.scanRecords.prune(Date.now(), KEPT_DAYS)
  if (left > 0) throw new Error(`${left} rows were left`)
  return { longestMs: Number(longest.toFixed(1)), seconds: Number(seconds.toFixed(1)) }
}

/** All columns but `seq`, of row `i` of the numbers from 0. Old enough to go, as they were written: the oldest first. */
const columns = (id: string, text: (bytes: number) => string) => `
  ${id}, 'acc_' || (i % 64), 'live', 'key_1', 'transaction', 'ethereum', '0x0', 12, 'low', '1', '{}',
  case when i % ${LARGE_EVERY} = 0 then ${text(LARGE_BYTES)} else ${text(BYTES)} end,
  ${Date.now() - (KEPT_DAYS + 60) * DAY_MS} + i`
const INSERT = `insert into scan_records (request_id, account_id, environment, key_id, kind, chain, subject, risk_score, risk_level,
  ruleset_version, input, result, created_at)`

function fillSqlite(file: string): void {
  using database = new DatabaseSync(file)
  const row = columns('hex(randomblob(16))', (bytes) => `hex(randomblob(${bytes / 2}))`)
  database.exec(`${INSERT} with recursive numbers(i) as (select 0 union all select i + 1 from numbers where i < ${ROWS - 1})
    select ${row} from numbers`)
  database.exec('pragma wal_checkpoint(truncate)')
}

async function fillPostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // Repeated text: incompressible text takes minutes to generate and is not worth them.
    const row = columns('gen_random_uuid()', (bytes) => `repeat(md5(i::text), ${Math.ceil(bytes / 32)})`)
    // In turns: a transaction that changes the count of the same accounts a million times keeps a million versions of it.
    for (let from = 0; from < ROWS; from += ROWS_A_TURN) {
      const last = Math.min(from + ROWS_A_TURN, ROWS) - 1
      await client.query(`${INSERT} select ${row} from generate_series(${from}, ${last}) as numbers(i)`)
    }
    await client.query('analyze scan_records')
  } finally {
    await client.end()
  }
}
