import { sql } from 'kysely'
import type { Engine } from '../engine/engine.ts'

/** A table as writers and readers of another version meet it. `unique`: columns of each unique index, as the database tells them. */
export type TableShape = { columns: Record<string, ColumnShape>; unique: string[] }
type ColumnShape = { type: string; nullable: boolean; hasDefault: boolean }
export type SchemaShape = Record<string, TableShape>

/** Reads the tables of the database, or of the schema that a connection to PostgreSQL names. */
export async function schemaOf({ db, dialect }: Pick<Engine, 'db' | 'dialect'>): Promise<SchemaShape> {
  const schema = dialect === 'postgres' ? await currentSchema(db) : undefined
  const tables = (await db.introspection.getTables()).filter((table) => table.schema === schema)
  const unique = await uniqueIndexes(db, dialect)
  return Object.fromEntries(
    tables.map(({ name, columns }) => [
      name,
      {
        columns: Object.fromEntries(
          columns.map(({ name, dataType, isNullable, hasDefaultValue, isAutoIncrementing }) => [
            name,
            { type: dataType.toLowerCase(), nullable: isNullable, hasDefault: hasDefaultValue || isAutoIncrementing },
          ]),
        ),
        unique: unique.filter(({ table }) => table === name).map(({ index }) => index),
      },
    ]),
  )
}

/** What a migration did that a version before it cannot live with, in sentences; none where it only added. */
export function breakingChanges(before: SchemaShape, after: SchemaShape): string[] {
  return Object.entries(before).flatMap(([table, { columns, unique }]) => {
    const now = after[table]
    if (now === undefined) return [`${table} is gone`]
    const changed = Object.entries(columns).flatMap(([name, was]) => {
      const is = now.columns[name]
      const column = `${table}.${name}`
      if (is === undefined) return [`${column} is gone`]
      return [
        ...(is.type === was.type ? [] : [`${column} was ${was.type} and is ${is.type}`]),
        ...(was.nullable && !is.nullable ? [`${column} may be null no more`] : []),
        ...(was.hasDefault && !is.hasDefault && !is.nullable ? [`${column} has no default any more`] : []),
      ]
    })
    const wanted = Object.entries(now.columns)
      .filter(([name, { nullable, hasDefault }]) => columns[name] === undefined && !nullable && !hasDefault)
      .map(([name]) => `${table}.${name} is new, must be given and has no default`)
    const narrowed = now.unique
      .filter((index) => !unique.includes(index))
      .map((index) => `${table} is unique by ${index}`)
    return [...changed, ...wanted, ...narrowed]
  })
}

async function currentSchema(db: Engine['db']): Promise<string> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db)
  return rows[0]?.schema ?? ''
}

/** Columns and conditions of each unique index, primary keys included. */
async function uniqueIndexes(
  db: Engine['db'],
  dialect: Engine['dialect'],
): Promise<{ table: string; index: string }[]> {
  if (dialect === 'postgres') {
    const { rows } = await sql<{
      table: string
      definition: string
    }>`select tablename as "table", indexdef as definition
      from pg_indexes where schemaname = current_schema() and indexdef like 'CREATE UNIQUE INDEX%'`.execute(db)
    return rows.map(({ table, definition }) => ({ table, index: definition.replace(/^.* USING \w+ /, '') }))
  }
  const { rows } = await sql<{ table: string; columns: string; partial: number }>`select tables.name as "table",
      list.partial as partial, (select group_concat(name) from pragma_index_info(list.name)) as columns
    from sqlite_master as tables, pragma_index_list(tables.name) as list
    where tables.type = 'table' and list."unique" = 1`.execute(db)
  return rows.map(({ table, columns, partial }) => ({ table, index: `(${columns})${partial ? ' partly' : ''}` }))
}
