import { type Kysely, sql } from 'kysely'

/** Lists that operators load, their entries by generation, overrides, and the audit trail. */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const postgres = dialect === 'postgres'
  const serial = sql.raw(postgres ? 'bigserial primary key' : 'integer primary key autoincrement')
  // Values are compared, never sorted for people: byte order is the cheapest to index.
  const key = sql.raw(postgres ? 'text collate "C"' : 'text')
  const bytes = sql.raw(postgres ? 'bytea' : 'blob')

  await sql`create table intel_sources (
    no ${serial}, id ${key} not null unique, title text not null, location text not null, format text not null,
    options text not null, label text not null, confidence text not null, licence text, refresh_ms bigint not null,
    enabled integer not null, generation bigint not null, import_generation bigint not null, entry_count integer not null,
    refreshed_at bigint, changed_at bigint, next_attempt_at bigint not null, failures integer not null, last_error text,
    etag text, last_modified text, content_hash text, leased_until bigint not null, created_at bigint not null
  )`.execute(db)
  // A table of its own: a lease must not rewrite megabytes.
  await sql`create table intel_fingerprints (source_no bigint primary key, fingerprints ${bytes} not null)`.execute(db)

  await sql`create table intel_entries (
    id ${sql.raw(postgres ? 'bigserial primary key' : 'integer primary key')}, source_no bigint not null, kind text not null,
    value ${key} not null, chain text, label text not null, name text, first_generation bigint not null,
    removed_generation bigint, first_seen bigint not null, removed_at bigint
  )`.execute(db)
  await sql`create index intel_entries_by_value on intel_entries (value)`.execute(db)
  // SQLite's indexes end in the rowid, which `id` is.
  await sql`create index intel_entries_by_source on intel_entries (${sql.raw(postgres ? 'source_no, id' : 'source_no')})`.execute(
    db,
  )
  await sql`create index intel_entries_removed on intel_entries (removed_at) where removed_at is not null`.execute(db)

  await sql`create table intel_overrides (
    kind text not null, value ${key} not null, chain text not null, verdict text not null, label text, note text not null,
    actor text not null, created_at bigint not null, primary key (kind, value, chain)
  )`.execute(db)
  // One row: what makes audit records follow each other without a gap, and tells every node that something changed.
  await sql`create table intel_state (id integer primary key check (id = 1), revision bigint not null, audited bigint not null)`.execute(
    db,
  )
  await sql`insert into intel_state values (1, 0, 0)`.execute(db)
  await sql`create table intel_audit (
    seq bigint primary key, at bigint not null, actor text not null, action text not null, subject text not null,
    detail text not null
  )`.execute(db)
  await (postgres ? protectAuditOnPostgres(db) : protectAuditOnSqlite(db))
}

/** Not even a defect of ours, or a hasty operator with a prompt, rewrites what was done. */
async function protectAuditOnSqlite(db: Kysely<unknown>): Promise<void> {
  for (const change of ['update', 'delete']) {
    await sql`create trigger ${sql.raw(`intel_audit_no_${change}`)} before ${sql.raw(change)} on intel_audit
      begin select raise(abort, 'the audit trail is append-only'); end`.execute(db)
  }
}

async function protectAuditOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function intel_audit_refuse() returns trigger language plpgsql as $$
    begin raise exception 'the audit trail is append-only'; end $$`.execute(db)
  await sql`create trigger intel_audit_append_only before update or delete or truncate on intel_audit
    for each statement execute function intel_audit_refuse()`.execute(db)
}
