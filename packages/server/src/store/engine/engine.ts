import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** An open database. Both engines pass the same conformance suite. */
export type Engine = {
  db: Kysely<Schema>
  dialect: 'sqlite' | 'postgres'
}
