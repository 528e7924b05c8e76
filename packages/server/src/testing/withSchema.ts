import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** Runs with a schema of its own on a PostgreSQL server, dropped at the end; null where no server is named. */
export async function withSchema<Result>(
  server: string | undefined,
  use: (url: string) => Promise<Result>,
): Promise<Result | null> {
  if (!server) return null
  const schema = `redoubt_run_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`create schema ${schema}`)
  const own = new URL(server)
  own.searchParams.set('options', `-c search_path=${schema}`)
  try {
    return await use(own.href)
  } finally {
    await client.query(`drop schema ${schema} cascade`)
    await client.end()
  }
}
