import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { type Kysely, type Selectable, sql } from 'kysely'
import {
  assetsOf,
  type BudgetLine,
  type CountedEntry,
  creditedUsage,
  largerLines,
  microUsdOf,
} from '../../domain/policy/budgetEntry.ts'
import type { PolicyUsage } from '../../domain/policy/decision.ts'
import type { Policy } from '../../domain/policy/policy.ts'
import type { Wallet } from '../../domain/ports/policies.ts'
import type { Schema } from '../schema.ts'
import { DAY_MS, type Entry, isCounted, isLive, ofEntries, toEntry } from './budgetEntries.ts'

type Window = { policy: Policy; now: number; except: readonly string[] }

export async function usageOf(
  on: Kysely<Schema>,
  wallet: Wallet,
  { policy, now }: Omit<Window, 'except'>,
): Promise<PolicyUsage> {
  const { usage, entries } = await countedUsage(on, wallet, { policy, now, except: [] })
  return creditedUsage(usage, entries)
}

/** Sums of all bookings that count, and the entries whose parts may be counted twice: grants, and trades that used them. */
async function countedUsage(
  on: Kysely<Schema>,
  wallet: Wallet,
  { policy, now, except }: Window,
): Promise<{ usage: PolicyUsage; entries: CountedEntry[] }> {
  const today = now - (now % DAY_MS)
  let counting = on.selectFrom('budget_entries').where(ofEntries(wallet)).where(isCounted(now))
  if (except.length > 0) counting = counting.where('id', 'not in', except)
  const { rolling, day, pending, slots } = await counting
    .select([
      sql<number | null>`cast(sum(micro_usd) as bigint)`.as('rolling'),
      sql<
        number | null
      >`cast(sum(case when state <> 'booked' or at >= ${today} then micro_usd else 0 end) as bigint)`.as('day'),
      sql<number>`count(case when state <> 'booked' then nonce end)`.as('pending'),
      sql<number>`count(distinct case when state <> 'booked' then chain || ' ' || nonce end)`.as('slots'),
    ])
    .executeTakeFirstOrThrow()
  const isOfToday = ({ state, at }: Pick<Entry, 'state' | 'at'>) => state !== 'booked' || at >= today
  const counts = ({ id, lines, state, at }: Entry): CountedEntry => ({ id, lines, today: isOfToday({ state, at }) })
  const isLimited = [policy.rules, ...policy.former.map(({ rules }) => rules)].some(
    ({ assetLimits }) => assetLimits.length > 0,
  )
  // One transaction replaces another one: of those with one nonce at most one is mined.
  const isReplaced = Number(pending) > Number(slots)
  if (!isLimited && !isReplaced) {
    const usage = { dayMicroUsd: Number(day ?? 0), rollingMicroUsd: Number(rolling ?? 0), assets: [] }
    return {
      usage,
      entries: (await sharedEntries(on, wallet, now)).filter(({ id }) => !except.includes(id)).map(counts),
    }
  }
  const rows = onePerNonce(await counting.selectAll().orderBy('at').execute())
  const ofToday = rows.filter(isOfToday).flatMap(({ lines }) => lines)
  const usage = {
    dayMicroUsd: microUsdOf(ofToday),
    rollingMicroUsd: microUsdOf(rows.flatMap(({ lines }) => lines)),
    assets: assetsOf(ofToday),
  }
  return { usage, entries: rows.filter(isShared).map(counts) }
}

/** Entries of transactions with one nonce as one that counts the most of each asset, under the id of the newest. */
function onePerNonce(rows: readonly Selectable<Schema['budget_entries']>[]): Entry[] {
  const bySlot = Map.groupBy(rows, ({ id, state, chain, nonce }) =>
    state === 'booked' || nonce === null ? id : `${chain} ${nonce}`,
  )
  return [...bySlot.values()].map((group) => {
    const entries = group.map(toEntry)
    const newest = entries.at(-1) as Entry
    const lines = entries.map((one) => one.lines).reduce((all, one) => largerLines(all, one))
    return { ...newest, lines, microUsd: microUsdOf(lines) }
  })
}

/** Whether a part of it may be counted twice: an allowance, a signature or a credit. */
function isShared({ lines }: Pick<Entry, 'lines'>): boolean {
  return lines.some(({ isGrant, credits }) => isGrant || credits.length > 0)
}

type Slot = { chain: Chain; sender: Address; nonce: bigint }

/** A nonce of an account: one transaction uses it. Of another account than the wallet with its address. */
export function slotOf({ wallet }: Pick<Wallet, 'wallet'>, { sender, nonce }: Omit<Slot, 'chain'>): string {
  return sender === wallet ? String(nonce) : `${sender}:${nonce}`
}

/** Open entries of other transactions with the nonce, oldest first. */
export async function rivalsOf(on: Kysely<Schema>, wallet: Wallet, { nonce, now }: { nonce: Slot; now: number }) {
  const rows = await on
    .selectFrom('budget_entries')
    .selectAll()
    .where(ofEntries(wallet))
    .where('chain', '=', nonce.chain)
    .where('nonce', '=', slotOf(wallet, nonce))
    .where('state', 'in', ['reserved', 'sent'])
    .where(isLive(now))
    .orderBy('at')
    .execute()
  return rows.map(toEntry)
}

/**
 * The usage beside which a request is decided, and what it books. What it replaces counts by what it lets go beyond the request: one of both
 * is mined. `before`: the usage without the request.
 * @param known id of its own entry; null: it has none.
 */
export async function judgeBeside(
  on: Kysely<Schema>,
  wallet: Wallet,
  {
    policy,
    now,
    rivals,
    known,
    lines,
  }: {
    policy: Policy
    now: number
    rivals: readonly Entry[]
    known: string | null
    lines(entries: readonly CountedEntry[]): BudgetLine[]
  },
): Promise<{ usage: PolicyUsage; booked: BudgetLine[]; before: PolicyUsage }> {
  const except = [...(known === null ? [] : [known]), ...rivals.map(({ id }) => id)]
  const { usage, entries } = await countedUsage(on, wallet, { policy, now, except })
  const booked = lines(entries)
  if (rivals.length === 0)
    return { usage: creditedUsage(usage, entries, booked), booked, before: creditedUsage(usage, entries) }
  const both = [...rivals.map((one) => one.lines), booked].reduce((all, one) => largerLines(all, one))
  const beyond = Math.max(0, microUsdOf(both) - microUsdOf(booked))
  const own = assetsOf(booked)
  const assets = assetsOf(both).map(({ chain, asset, amount }) => {
    const same = own.find((one) => one.chain === chain && one.asset === asset)
    return { chain, asset, amount: amount - (same?.amount ?? 0n) }
  })
  const beside: PolicyUsage = {
    dayMicroUsd: usage.dayMicroUsd + beyond,
    rollingMicroUsd: usage.rollingMicroUsd + beyond,
    assets: [...usage.assets, ...assets.filter(({ amount }) => amount > 0n)],
  }
  return { usage: creditedUsage(beside, entries, both), booked, before: await usageOf(on, wallet, { policy, now }) }
}

/** Entries that may credit an outflow, or that an outflow on chain may use up: those with an allowance or a signature, or a credit. */
export async function sharedEntries(on: Kysely<Schema>, wallet: Wallet, now: number): Promise<Entry[]> {
  const rows = await on
    .selectFrom('budget_entries')
    .selectAll()
    .where(ofEntries(wallet))
    .where(isCounted(now))
    .where('lines', 'like', '%"open":1%')
    .orderBy('at')
    .execute()
  return rows.map(toEntry)
}
