import { type Kysely, sql } from 'kysely'

/** Accounts, API keys, rate counters, idempotency keys, scan records. Frozen: later changes are later files. */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  await db.schema
    .createTable('accounts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('operator', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('api_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('prefix', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('secret_id', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('api_keys_by_account')
    .on('api_keys')
    .columns(['account_id', 'environment', 'created_at'])
    .execute()

  await db.schema
    .createTable('idempotency')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('body_hash', 'text', (column) => column.notNull())
    .addColumn('claimed_at', 'bigint', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('body', 'text')
    .addColumn('created_id', 'text')
    .addPrimaryKeyConstraint('idempotency_key', ['account_id', 'environment', 'key'])
    .execute()
  await db.schema.createIndex('idempotency_by_age').on('idempotency').column('claimed_at').execute()

  await db.schema
    .createTable('scan_records')
    .addColumn('seq', dialect === 'postgres' ? 'bigserial' : 'integer', (column) =>
      dialect === 'postgres' ? column.primaryKey() : column.primaryKey().autoIncrement(),
    )
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('chain', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('risk_score', 'integer', (column) => column.notNull())
    .addColumn('risk_level', 'text', (column) => column.notNull())
    .addColumn('ruleset_version', 'text', (column) => column.notNull())
    .addColumn('input', 'text', (column) => column.notNull())
    .addColumn('result', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('scan_records_by_request')
    .on('scan_records')
    .columns(['account_id', 'environment', 'request_id'])
    .execute()
  await db.schema
    .createIndex('scan_records_by_time')
    .on('scan_records')
    .columns(['account_id', 'environment', 'created_at', 'seq'])
    .execute()
  await db.schema.createIndex('scan_records_by_age').on('scan_records').column('created_at').execute()

  await createRateTables(db, dialect)
}

async function createRateTables(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  // Counters may be lost in a crash: on PostgreSQL the write-ahead log is spared. SQLite writes them once a second.
  const create = sql.raw(dialect === 'postgres' ? 'create unlogged table' : 'create table')
  await sql`${create} rate_counters (
    key_id text primary key, minute_count integer not null, day integer not null, day_count bigint not null,
    last_at bigint not null
  )`.execute(db)
  await sql`${create} rate_requests (
    key_id text not null, at bigint not null, count integer not null, primary key (key_id, at)
  )`.execute(db)
  if (dialect === 'postgres') await createTakeRequest(db)
}

/**
 * Counts one request, or refuses it, in one round trip: the lock on the key's row makes parallel nodes take turns.
 * The same rules as RateWindow; the conformance suite holds both to them. Statements inside a volatile function see
 * what was committed while they waited for the lock, which one big statement would not.
 */
async function createTakeRequest(db: Kysely<unknown>): Promise<void> {
  await sql`create function take_request(
    p_key text, p_now bigint, p_per_minute bigint, p_per_day bigint,
    out exceeded text, out remaining bigint, out oldest bigint
  ) language plpgsql as $$
  declare
    counter rate_counters;
    gone bigint;
    today integer := p_now / 86400000;
  begin
    loop
      select * into counter from rate_counters where key_id = p_key for update;
      exit when found;
      insert into rate_counters values (p_key, 0, today, 0, 0) on conflict do nothing;
    end loop;

    with expired as (
      delete from rate_requests
      where key_id = p_key and (at <= p_now - 60000 or counter.last_at > p_now + 60000)
      returning count
    ) select coalesce(sum(count), 0) into gone from expired;
    if counter.last_at > p_now + 60000 then counter.last_at := p_now; end if;
    counter.minute_count := counter.minute_count - gone;
    if counter.day <> today then
      counter.day := today;
      counter.day_count := 0;
    end if;

    exceeded := case
      when counter.day_count >= p_per_day then 'day'
      when counter.minute_count >= p_per_minute then 'minute'
    end;
    if exceeded is null then
      counter.last_at := greatest(p_now, counter.last_at);
      counter.minute_count := counter.minute_count + 1;
      counter.day_count := counter.day_count + 1;
      insert into rate_requests as r values (p_key, counter.last_at, 1)
        on conflict (key_id, at) do update set count = r.count + 1;
    end if;
    if exceeded is null or gone > 0 then
      update rate_counters set minute_count = counter.minute_count, day = counter.day,
        day_count = counter.day_count, last_at = counter.last_at where key_id = p_key;
    end if;
    remaining := greatest(p_per_minute - counter.minute_count, 0);
    select min(at) into oldest from rate_requests where key_id = p_key;
  end $$`.execute(db)
}
