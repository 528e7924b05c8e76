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
