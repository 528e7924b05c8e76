import { type Kysely, sql } from 'kysely'

/**
 * On PostgreSQL, the requests that an account sent in the last minute are one row, not one for each millisecond: what was deleted and inserted
 * for every request left rows behind that each later request had to pass. `times` are ascending, `counts` are beside them.
 * The tables and the function of before stay for nodes of the previous version; counts of the day are taken over.
 */
export async function up(db: Kysely<unknown>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  if (dialect === 'sqlite') return
  // Room for one more version of a row in its page, so that no index changes.
  await sql`create unlogged table rate_windows (
    account_id text primary key, day integer not null, day_count bigint not null,
    counted bigint not null, times bigint[] not null, counts integer[] not null
  ) with (fillfactor = 40)`.execute(db)
  // 184 entries at most are 2.2 KB, and would be packed from 2 KB on.
  await sql`alter table rate_windows alter times set storage plain, alter counts set storage plain`.execute(db)
  await sql`insert into rate_windows
    select key_id, day, day_count, 0, '{}', '{}' from rate_counters`.execute(db)
  await createTakeRequests(db)
}

/**
 * Counts as many of the requests of one account as its limits leave, and refuses the others. The same rules as RateWindow, which
 * the conformance suite holds both to, but for one: from 64 entries on, a time is counted until the end of its half-second,
 * so that a row stays within 184 entries. No minute has more requests than the limit.
 */
async function createTakeRequests(db: Kysely<unknown>): Promise<void> {
  await sql`create function take_requests(
    p_account text, p_asked integer, p_now bigint, p_per_minute bigint, p_per_day bigint,
    out granted bigint, out counted bigint, out exceeded text, out oldest bigint
  ) language plpgsql as $$
  declare
    kept rate_windows;
    today integer := p_now / 86400000;
    entries integer;
    gone integer := 0;
    taken_at bigint;
  begin
    loop
      select * into kept from rate_windows where account_id = p_account for update;
      exit when found;
      insert into rate_windows values (p_account, today, 0, 0, '{}', '{}') on conflict do nothing;
    end loop;

    entries := cardinality(kept.times);
    if entries > 0 and kept.times[entries] > p_now + 60000 then
      gone := entries;
      kept.counted := 0;
    else
      while gone < entries and kept.times[gone + 1] <= p_now - 60000 loop
        gone := gone + 1;
        kept.counted := kept.counted - kept.counts[gone];
      end loop;
    end if;
    if gone > 0 then
      kept.times := kept.times[gone + 1:];
      kept.counts := kept.counts[gone + 1:];
      entries := entries - gone;
    end if;
    if kept.day <> today then
      kept.day := today;
      kept.day_count := 0;
    end if;

    granted := greatest(0, least(p_asked, p_per_minute - kept.counted, p_per_day - kept.day_count));
    if granted > 0 then
      taken_at := p_now;
      if entries >= 64 then taken_at := (p_now / 500 + 1) * 500 - 1; end if;
      if entries > 0 and kept.times[entries] >= taken_at then
        kept.counts[entries] := kept.counts[entries] + granted;
      else
        entries := entries + 1;
        kept.times[entries] := taken_at;
        kept.counts[entries] := granted;
      end if;
      kept.counted := kept.counted + granted;
      kept.day_count := kept.day_count + granted;
    end if;
    if granted > 0 or gone > 0 then
      update rate_windows set day = kept.day, day_count = kept.day_count, counted = kept.counted,
        times = kept.times, counts = kept.counts where account_id = p_account;
    end if;

    counted := kept.counted;
    oldest := kept.times[1];
    exceeded := case
      when kept.day_count >= p_per_day then 'day'
      when kept.counted >= p_per_minute then 'minute'
    end;
  end $$`.execute(db)
}
