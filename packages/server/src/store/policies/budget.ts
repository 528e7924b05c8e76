import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import {
  assetsOf,
  type BudgetLine,
  type CountedEntry,
  type Credit,
  creditedUsage,
  largerLines,
  microUsdOf,
  restOf,
  type SeenOutflow,
  useUp,
} from '../../domain/policy/budgetEntry.ts'
import { microUsd, type PolicyUsage } from '../../domain/policy/decision.ts'
import { limitAlerts } from '../../domain/policy/limitAlerts.ts'
import type { Policy } from '../../domain/policy/policy.ts'
import type { BudgetStore, OpenReservation, Wallet } from '../../domain/ports/policies.ts'
import type { Engine } from '../engine/engine.ts'
import { emitEvent } from '../outbox/insertEvent.ts'
import { type Pacing, pruneInChunks } from '../pruneChunks.ts'
import type { Schema } from '../schema.ts'
import { lockPolicy, ofWallet, toPolicy } from './policies.ts'

const DAY_MS = 86_400_000
/** A transaction that is not seen on chain for so long was dropped. */
const PENDING_MS = DAY_MS
/** Entries are kept for a look back. */
const KEPT_MS = 30 * DAY_MS
const MAX_OPEN_SHOWN = 100
const MAX_ADDRESSES = 500

export type Budget = BudgetStore & {
  /** Deletes entries that ended over 30 days ago. */
  prune(now: number, pacing?: Pacing): Promise<void>
}

type Entry = { id: string; identity: string; state: string; lines: BudgetLine[]; microUsd: number; at: number }

/**
 * What wallets let go. Every write first locks the row of the wallet's policy: decision and booking are one step, whichever node or
 * process asks. SQLite has one writing transaction at a time anyway.
 */
export function createBudget({ db, dialect }: Engine): Budget {
  return {
    async read(wallet, now) {
      const row = await db.selectFrom('policies').selectAll().where(ofWallet(wallet, wallet.wallet)).executeTakeFirst()
      const policy = row ? inForce(toPolicy(row), now) : null
      return policy && { policy, usage: await usageOf(db, wallet, { policy, now }) }
    },
    async decide(wallet, { now, nonce, lines, decide }) {
      const row = await db.selectFrom('policies').selectAll().where(ofWallet(wallet, wallet.wallet)).executeTakeFirst()
      const policy = row ? inForce(toPolicy(row), now) : null
      if (policy === null) return null
      const rivals = nonce === null ? [] : await rivalsOf(db, wallet, { nonce, now })
      const judged = await judgeBeside(db, wallet, { policy, now, rivals, known: null, lines })
      return decide(policy, judged.usage)
    },
    reserve: (wallet, { identity, expiresAt, now, nonce, lines, decide }) =>
      db.transaction().execute(async (transaction) => {
        const row = await lockPolicy(transaction, dialect, wallet)
        const policy = row ? inForce(toPolicy(row), now) : null
        if (policy === null) return { decision: null, reservationId: null, isNew: false }
        const known = await transaction
          .selectFrom('budget_entries')
          .select(['id', 'state', 'expires_at', 'lines'])
          .where(ofEntries(wallet))
          .where('identity', '=', identity)
          .executeTakeFirst()
        const rivals =
          nonce === null
            ? []
            : (await rivalsOf(transaction, wallet, { nonce, now })).filter(({ id }) => id !== known?.id)
        const { usage, booked, before } = await judgeBeside(transaction, wallet, {
          policy,
          now,
          rivals,
          known: known?.id ?? null,
          lines,
        })
        const decision = decide(policy, usage)
        if (decision.outcome !== 'allow') return { decision, reservationId: null, isNew: false }
        if (known && known.state !== 'booked' && (known.expires_at === null || known.expires_at > now)) {
          const larger = largerLines(parseLines(known.lines), booked)
          await writeLines(transaction, known.id, larger)
          return { decision, reservationId: known.id, isNew: false }
        }
        if (known?.state === 'booked') return { decision, reservationId: known.id, isNew: false }
        if (known) await transaction.deleteFrom('budget_entries').where('id', '=', known.id).execute()
        const id = `res_${uuidv7().replaceAll('-', '')}`
        await insertEntry(transaction, wallet, {
          id,
          identity,
          state: 'reserved',
          lines: booked,
          chain: nonce?.chain ?? null,
          nonce: nonce === null ? null : slotOf(wallet, nonce),
          transactionHash: null,
          at: now,
          expiresAt,
        })
        await alert(transaction, wallet, { policy, before, now })
        return { decision, reservationId: id, isNew: true }
      }),
    async settle(id, transactionHash, now) {
      await db
        .updateTable('budget_entries')
        .set({ state: 'sent', transaction_hash: transactionHash, expires_at: now + PENDING_MS })
        .where('id', '=', id)
        .where('state', 'in', ['reserved', 'sent'])
        .execute()
    },
    async release(id) {
      await db.deleteFrom('budget_entries').where('id', '=', id).where('state', 'in', ['reserved', 'sent']).execute()
    },
    async open(wallet, now) {
      const rows = await db
        .selectFrom('budget_entries')
        .selectAll()
        .where(ofEntries(wallet))
        .where('state', 'in', ['reserved', 'sent'])
        .where(isLive(now))
        .orderBy('at')
        .limit(MAX_OPEN_SHOWN)
        .execute()
      return rows.map(toOpen)
    },
    async guarded(environment, addresses, accountId) {
      const found: Address[] = []
      for (let at = 0; at < addresses.length; at += MAX_ADDRESSES) {
        let asked = db.selectFrom('policies').select('address').distinct().where('environment', '=', environment)
        if (accountId !== undefined) asked = asked.where('account_id', '=', accountId)
        const rows = await asked.where('address', 'in', addresses.slice(at, at + MAX_ADDRESSES)).execute()
        found.push(...rows.map(({ address }) => address as Address))
      }
      return found
    },
    async anyGuarded(environment) {
      const row = await db
        .selectFrom('policies')
        .select('seq')
        .where('environment', '=', environment)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
    async book(seen) {
      const owners = await db
        .selectFrom('policies')
        .select('account_id')
        .where('address', '=', seen.wallet)
        .where('environment', '=', seen.environment)
        .execute()
      for (const { account_id: accountId } of owners) {
        const wallet = { accountId, environment: seen.environment, wallet: seen.wallet }
        await db.transaction().execute((transaction) => bookFor(transaction, dialect, wallet, seen))
      }
    },
    async prune(now, pacing) {
      const remove = async (limit: number) => {
        const old = db
          .selectFrom('budget_entries')
          .select('id')
          .where('at', '<', now - KEPT_MS)
          .where(({ eb, or }) => or([eb('state', '=', 'booked'), eb('expires_at', '<', now - KEPT_MS)]))
          .limit(limit)
        const { numDeletedRows } = await db.deleteFrom('budget_entries').where('id', 'in', old).executeTakeFirst()
        return Number(numDeletedRows)
      }
      await pruneInChunks(dialect, remove, pacing)
    },
  }
}

/** A deleted policy whose former rules ended is none. */
function inForce(policy: Policy, now: number): Policy | null {
  return policy.deletedAt === null || policy.former.some(({ until }) => now < until) ? policy : null
}

type Entries = ExpressionBuilder<Schema, 'budget_entries'>

function ofEntries({ accountId, environment, wallet }: Wallet) {
  return ({ eb, and }: Entries) =>
    and([eb('wallet', '=', wallet), eb('environment', '=', environment), eb('account_id', '=', accountId)])
}

function isLive(now: number) {
  return ({ eb, or }: Entries) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])
}

/** Entries that count now or counted in the last 24 hours: what is open counts on every day until it ends. */
function isCounted(now: number) {
  return ({ eb, or, and }: Entries) =>
    or([
      and([eb('state', '=', 'booked'), eb('at', '>', now - DAY_MS)]),
      and([eb('state', 'in', ['reserved', 'sent']), isLive(now)({ eb, or, and } as Entries)]),
    ])
}

type Window = { policy: Policy; now: number; except: readonly string[] }

async function usageOf(
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
    return { usage, entries: (await counted(on, wallet, now)).filter(({ id }) => !except.includes(id)).map(counts) }
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
function slotOf({ wallet }: Pick<Wallet, 'wallet'>, { sender, nonce }: Omit<Slot, 'chain'>): string {
  return sender === wallet ? String(nonce) : `${sender}:${nonce}`
}

/** Open entries of other transactions with the nonce, oldest first. */
async function rivalsOf(on: Kysely<Schema>, wallet: Wallet, { nonce, now }: { nonce: Slot; now: number }) {
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
async function judgeBeside(
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
async function counted(on: Kysely<Schema>, wallet: Wallet, now: number): Promise<Entry[]> {
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

type NewEntry = Omit<Entry, 'microUsd'> & {
  chain: Chain | null
  /** By slotOf. */
  nonce: string | null
  transactionHash: Hex | null
  expiresAt: number | null
}

async function insertEntry(transaction: Kysely<Schema>, wallet: Wallet, entry: NewEntry): Promise<boolean> {
  const row = await transaction
    .insertInto('budget_entries')
    .values({
      id: entry.id,
      account_id: wallet.accountId,
      environment: wallet.environment,
      wallet: wallet.wallet,
      identity: entry.identity,
      state: entry.state,
      micro_usd: microUsdOf(entry.lines),
      lines: textOf(entry.lines),
      chain: entry.chain,
      nonce: entry.nonce,
      transaction_hash: entry.transactionHash,
      at: entry.at,
      expires_at: entry.expiresAt,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'environment', 'wallet', 'identity']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

type Seen = Parameters<BudgetStore['book']>[0]

async function bookFor(
  transaction: Kysely<Schema>,
  dialect: Engine['dialect'],
  wallet: Wallet,
  seen: Seen,
): Promise<void> {
  const row = await lockPolicy(transaction, dialect, wallet)
  if (row === null) return
  const policy = toPolicy(row)
  const { chain, transactionHash: hash, at } = seen
  const nonce = slotOf(wallet, seen)
  const before = await usageOf(transaction, wallet, { policy, now: at })
  const own = await transaction
    .selectFrom('budget_entries')
    .selectAll()
    .where(ofEntries(wallet))
    .where(({ eb, or, and }) =>
      or([
        and([eb('transaction_hash', '=', hash), eb('chain', '=', chain)]),
        and([eb('transaction_hash', '=', hash), eb('chain', 'is', null)]),
        eb('identity', 'in', [hash, `${chain}:${hash}`]),
      ]),
    )
    .executeTakeFirst()
  // Both nodes, and a block that is judged again, book once.
  if (own?.state === 'booked') return
  await transaction
    .deleteFrom('budget_entries')
    .where(ofEntries(wallet))
    .where('chain', '=', chain)
    .where('nonce', '=', nonce)
    .where('state', 'in', ['reserved', 'sent'])
    .where('id', '<>', own?.id ?? '')
    .execute()
  const outflows = seen.succeeded ? seen.outflows : []
  if (own !== undefined) {
    const corrected = seen.succeeded ? correctedLines(parseLines(own.lines), chain, outflows) : []
    const lines = await settleCredits(transaction, wallet, { lines: corrected, chain, outflows, now: at })
    await transaction
      .updateTable('budget_entries')
      .set({
        state: 'booked',
        at,
        expires_at: null,
        transaction_hash: hash,
        lines: textOf(lines),
        micro_usd: microUsdOf(lines),
      })
      .where('id', '=', own.id)
      .execute()
  } else if (outflows.length > 0) {
    await useUpGrants(transaction, wallet, { chain, outflows, now: at })
    await insertEntry(transaction, wallet, {
      id: `res_${uuidv7().replaceAll('-', '')}`,
      identity: `${chain}:${hash}`,
      state: 'booked',
      lines: outflows.map((one) => lineOf(chain, one)),
      chain,
      nonce,
      transactionHash: hash,
      at,
      expiresAt: null,
    })
  } else return
  await alert(transaction, wallet, { policy, before, now: at })
}

/** What was reserved, or what was seen where that is more: a log may say less than what left, and never more for the wallet's good. */
function correctedLines(reserved: readonly BudgetLine[], chain: Chain, outflows: readonly SeenOutflow[]): BudgetLine[] {
  const rest = [...outflows]
  const corrected = reserved.map((line): BudgetLine => {
    const at = rest.findIndex(({ asset }) => !line.isGrant && line.chain === chain && asset === line.asset)
    if (at < 0) return line
    const [found] = rest.splice(at, 1)
    if (found === undefined || found.amount <= line.amount) return line
    const usd = microUsd(found.usd)
    return { ...line, amount: found.amount, microUsd: usd === null ? line.microUsd : Math.max(usd, line.microUsd ?? 0) }
  })
  return [...corrected, ...rest.map((one) => lineOf(chain, one))]
}

function lineOf(chain: Chain, { asset, amount, usd, parties }: SeenOutflow): BudgetLine {
  return { chain, asset, amount, microUsd: microUsd(usd), parties, isGrant: false, credits: [] }
}

/**
 * Uses up the grants that the lines of a mined transaction are credited with, as far as their spender took part in what was seen to leave:
 * the line counts in full from then on, and the grant by what is left of it.
 */
async function settleCredits(
  transaction: Kysely<Schema>,
  wallet: Wallet,
  {
    lines,
    chain,
    outflows,
    now,
  }: { lines: readonly BudgetLine[]; chain: Chain; outflows: readonly SeenOutflow[]; now: number },
): Promise<readonly BudgetLine[]> {
  if (lines.every(({ credits }) => credits.length === 0)) return lines
  const grants = new Map((await counted(transaction, wallet, now)).map((entry) => [entry.id, entry]))
  const seen = outflows.map((outflow) => ({ ...outflow }))
  const changed = new Set<Entry>()
  const settled = lines.map((line) => ({
    ...line,
    credits: line.credits.flatMap((credit): Credit[] => {
      const entry = grants.get(credit.grant)
      const outflow = seen.find(({ asset, amount }) => asset === line.asset && amount > 0n)
      if (entry === undefined || outflow === undefined) return [credit]
      const amount = outflow.amount < credit.amount ? outflow.amount : credit.amount
      const { left, covered } = useUp(entry.lines, { asset: line.asset, amount, parties: outflow.parties, chain })
      if (covered === 0n) return [credit]
      outflow.amount -= covered
      entry.lines = left
      changed.add(entry)
      return covered === credit.amount ? [] : [restOf(credit, covered)]
    }),
  }))
  for (const entry of changed) await writeLeft(transaction, entry)
  return settled
}

/** A grant that is used up is gone. */
async function writeLeft(transaction: Kysely<Schema>, { id, lines }: Pick<Entry, 'id' | 'lines'>): Promise<void> {
  if (lines.length > 0) await writeLines(transaction, id, lines)
  else await transaction.deleteFrom('budget_entries').where('id', '=', id).execute()
}

async function useUpGrants(
  transaction: Kysely<Schema>,
  wallet: Wallet,
  { chain, outflows, now }: { chain: Chain; outflows: readonly SeenOutflow[]; now: number },
): Promise<void> {
  let open = [...outflows]
  for (const entry of await counted(transaction, wallet, now)) {
    let { lines } = entry
    open = open.map((outflow) => {
      const { left, covered } = useUp(lines, { ...outflow, chain })
      lines = left
      return { ...outflow, amount: outflow.amount - covered }
    })
    if (lines === entry.lines || textOf(lines) === textOf(entry.lines)) continue
    await writeLeft(transaction, { id: entry.id, lines })
  }
}

async function writeLines(transaction: Kysely<Schema>, id: string, lines: readonly BudgetLine[]): Promise<void> {
  await transaction
    .updateTable('budget_entries')
    .set({ lines: textOf(lines), micro_usd: microUsdOf(lines) })
    .where('id', '=', id)
    .execute()
}

/** Emits `policy.limit_alert` where the usage now is at the alert's share of a limit and was not before. */
async function alert(
  transaction: Kysely<Schema>,
  wallet: Wallet,
  { policy, before, now }: { policy: Policy; before: PolicyUsage; now: number },
): Promise<void> {
  if (policy.rules.dailySpendingLimit === null) return
  const after = await usageOf(transaction, wallet, { policy, now })
  for (const event of limitAlerts(policy, { wallet, before, after, now })) await emitEvent(transaction, event)
}

type StoredLine = {
  chain: Chain
  asset: Address | null
  amount: string
  usd: number | null
  parties: Address[]
  /** 1: an allowance, signature or credit. */
  open: 0 | 1
  grant: 0 | 1
  credits?: { grant: string; amount: string; usd: number }[]
}

function textOf(lines: readonly BudgetLine[]): string {
  return JSON.stringify(
    lines.map(({ chain, asset, amount, microUsd: usd, parties, isGrant, credits }): StoredLine => {
      const isCredited = credits.length > 0
      return {
        chain,
        asset,
        amount: String(amount),
        usd,
        parties: [...parties],
        open: isGrant || isCredited ? 1 : 0,
        grant: isGrant ? 1 : 0,
        ...(isCredited && {
          credits: credits.map((one) => ({ grant: one.grant, amount: String(one.amount), usd: one.microUsd })),
        }),
      }
    }),
  )
}

function parseLines(text: string): BudgetLine[] {
  return (JSON.parse(text) as StoredLine[]).map(({ chain, asset, amount, usd, parties, grant, credits = [] }) => ({
    chain,
    asset,
    amount: BigInt(amount),
    microUsd: usd,
    parties,
    isGrant: grant === 1,
    credits: credits.map((one) => ({ grant: one.grant, amount: BigInt(one.amount), microUsd: one.usd })),
  }))
}

function toEntry(row: Selectable<Schema['budget_entries']>): Entry {
  const { id, identity, state, at, lines, micro_usd } = row
  return { id, identity, state, at, lines: parseLines(lines), microUsd: micro_usd }
}

function toOpen(row: Selectable<Schema['budget_entries']>): OpenReservation {
  return {
    id: row.id,
    identity: row.identity,
    state: row.state as OpenReservation['state'],
    microUsd: row.micro_usd,
    at: row.at,
    expiresAt: row.expires_at,
    transactionHash: row.transaction_hash as Hex | null,
  }
}
