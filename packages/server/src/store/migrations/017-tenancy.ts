import { type Kysely, sql } from 'kysely'

/**
 * Who created a key and when it expires; requests counted for accounts in place of keys; kept scans compressed, and how many bytes
 * of them an account has.
 */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  await sql`alter table api_keys add column created_by text`.execute(db)
  await sql`alter table api_keys add column expires_at bigint`.execute(db)
  await countForAccounts(db, dialect)
  await sql`alter table scan_records add column packed ${sql.raw(dialect === 'postgres' ? 'bytea' : 'blob')}`.execute(
    db,
  )
  await sql`alter table scan_records add column bytes bigint not null default 0`.execute(db)
  await sql`update scan_records set bytes = length(input) + length(result)`.execute(db)
  await sql`create table scan_usage (
    account_id text not null, environment text not null, bytes bigint not null, primary key (account_id, environment)
  )`.execute(db)
  await sql`insert into scan_usage select account_id, environment, sum(bytes) from scan_records
    group by account_id, environment`.execute(db)
  await (dialect === 'postgres' ? addPostgresTriggers(db) : addSqliteTriggers(db))
}

/** The day's requests of an account are those of its keys. What the last minute counted is forgotten. */
async function countForAccounts(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  await sql`create table rate_days as
    select account_id, day, sum(day_count) as day_count, max(last_at) as last_at
    from rate_counters join api_keys on api_keys.id = rate_counters.key_id group by account_id, day`.execute(db)
  await sql`delete from rate_counters`.execute(db)
  await sql`delete from ${sql.raw(dialect === 'postgres' ? 'rate_requests' : 'rate_batches')}`.execute(db)
  await sql`insert into rate_counters (key_id, minute_count, day, day_count, last_at)
    select account_id, 0, day, day_count, last_at from rate_days
    where day = (select max(day) from rate_days as newest where newest.account_id = rate_days.account_id)`.execute(db)
  await sql`drop table rate_days`.execute(db)
}

async function addSqliteTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`create trigger scan_records_kept after insert on scan_records begin
    insert into scan_usage values (new.account_id, new.environment, new.bytes)
      on conflict (account_id, environment) do update set bytes = bytes + excluded.bytes;
  end`.execute(db)
  await sql`create trigger scan_records_gone after delete on scan_records begin
    update scan_usage set bytes = bytes - old.bytes
      where account_id = old.account_id and environment = old.environment;
  end`.execute(db)
}

/** Deletions are summed up by statement: pruning takes thousands of rows at once. */
async function addPostgresTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`create function scan_records_kept() returns trigger language plpgsql as $$
  begin
    insert into scan_usage as usage values (new.account_id, new.environment, new.bytes)
      on conflict (account_id, environment) do update set bytes = usage.bytes + excluded.bytes;
    return null;
  end $$`.execute(db)
  await sql`create trigger scan_records_kept after insert on scan_records
    for each row execute function scan_records_kept()`.execute(db)
  // In one order everywhere: two nodes that delete at once must not wait for each other in a circle.
  await sql`create function scan_records_gone() returns trigger language plpgsql as $$
  begin
    perform 1 from scan_usage where (account_id, environment) in (select account_id, environment from gone)
      order by account_id, environment for update;
    update scan_usage set bytes = scan_usage.bytes - freed.bytes
      from (select account_id, environment, sum(bytes) as bytes from gone group by account_id, environment) as freed
      where scan_usage.account_id = freed.account_id and scan_usage.environment = freed.environment;
    return null;
  end $$`.execute(db)
  await sql`create trigger scan_records_gone after delete on scan_records
    referencing old table as gone for each statement execute function scan_records_gone()`.execute(db)
}
