import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** Whether a server answers there is for the tests to find out. */
const LOCAL_SERVER = 'postgres://root@127.0.0.1:5432/test'

/**
 * A schema of its own on the server of TEST_DATABASE_URL, or on the local one where it answers.
 * @returns Null where there is no server: then the test is to be skipped.
 * @throws when a server is named, or CI requires one, and none answers.
 */
export async function postgresSchema(): Promise<{ url: string; drop(): Promise<void> } | null> {
  const named = process.env.TEST_DATABASE_URL
  const server = named || LOCAL_SERVER
  const schema = `redoubt_test_${randomBytes(6).toString('hex')}`
  try {
    await query(server, `create schema ${schema}`)
  } catch (error) {
    if (named || process.env.CI === 'true') throw error
    return null
  }
  const own = new URL(server)
  own.searchParams.set('options', `-c search_path=${schema}`)
  return { url: own.href, drop: () => query(server, `drop schema ${schema} cascade`) }
}

async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 })
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end()
  }
}
