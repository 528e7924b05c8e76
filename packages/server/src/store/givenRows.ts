import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Engine } from './engine/engine.ts'

/**
 * Rows as a table of one JSON parameter: one prepared statement for any number of rows, where a list of values would be
 * compiled and prepared for each number.
 * @param columns name → type; members of the rows.
 * @example sql`select * from ${givenRows('sqlite', { kind: 'text' }, [{ kind: 'host' }])} as given`
 */
export function givenRows<Column extends string>(
  dialect: Engine['dialect'],
  columns: Record<Column, 'text' | 'bigint'>,
  rows: readonly Record<Column, string | number | null>[],
): RawBuilder<unknown> {
  const json = JSON.stringify(rows)
  const names = Object.keys(columns) as Column[]
  if (dialect === 'postgres') {
    const typed = names.map((name) => sql`${sql.ref(name)} ${sql.raw(columns[name])}`)
    return sql`rows from (json_to_recordset(${json}::json) as (${sql.join(typed)}))`
  }
  const members = names.map((name) => sql`value->>${sql.lit(name)} as ${sql.ref(name)}`)
  return sql`(select ${sql.join(members)} from json_each(${json}))`
}

/** Longest text that is indexed, in bytes of UTF-8: PostgreSQL's B-tree takes no entry over 2,704. */
const LONGEST_KEY = 2048

/** Text as every engine keeps it: PostgreSQL refuses NUL and broken UTF-16, and one bad name must not fail a whole list. */
export function storableText<Text extends string | null>(text: Text): Text {
  return (text === null ? null : text.replaceAll('\0', '').toWellFormed()) as Text
}

/** Whether every engine can key by this text as it is. What is no key cannot be mended: it would name something else. */
export function isStorableKey(text: string): boolean {
  return (
    text.length <= LONGEST_KEY && !text.includes('\0') && text.isWellFormed() && Buffer.byteLength(text) <= LONGEST_KEY
  )
}

/** What an entity of any length is indexed by. */
export function entityKey(entity: string): string {
  return createHash('sha256').update(entity).digest('base64url')
}
