import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { ExpressionBuilder, Kysely, Selectable } from 'kysely'
import { type BudgetLine, microUsdOf } from '../../domain/policy/budgetEntry.ts'
import type { OpenReservation, Wallet } from '../../domain/ports/policies.ts'
import type { Schema } from '../schema.ts'

// Rows of what wallets let go: which of them count, how they are read and written.

export const DAY_MS = 86_400_000

/** `at` in Unix milliseconds; `microUsd`: the sum of its lines. */
export type Entry = { id: string; identity: string; state: string; lines: BudgetLine[]; microUsd: number; at: number }

type Entries = ExpressionBuilder<Schema, 'budget_entries'>

export function ofEntries({ accountId, environment, wallet }: Wallet) {
  return ({ eb, and }: Entries) =>
    and([eb('wallet', '=', wallet), eb('environment', '=', environment), eb('account_id', '=', accountId)])
}

export function isLive(now: number) {
  return ({ eb, or }: Entries) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])
}

/** Entries that count now or counted in the last 24 hours: what is open counts on every day until it ends. */
export function isCounted(now: number) {
  return ({ eb, or, and }: Entries) =>
    or([
      and([eb('state', '=', 'booked'), eb('at', '>', now - DAY_MS)]),
      and([eb('state', 'in', ['reserved', 'sent']), isLive(now)({ eb, or, and } as Entries)]),
    ])
}

type NewEntry = Omit<Entry, 'microUsd'> & {
  chain: Chain | null
  /** By slotOf. */
  nonce: string | null
  transactionHash: Hex | null
  expiresAt: number | null
}

export async function insertEntry(transaction: Kysely<Schema>, wallet: Wallet, entry: NewEntry): Promise<boolean> {
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

export async function writeLines(transaction: Kysely<Schema>, id: string, lines: readonly BudgetLine[]): Promise<void> {
  await transaction
    .updateTable('budget_entries')
    .set({ lines: textOf(lines), micro_usd: microUsdOf(lines) })
    .where('id', '=', id)
    .execute()
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

export function textOf(lines: readonly BudgetLine[]): string {
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

export function parseLines(text: string): BudgetLine[] {
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

export function toEntry(row: Selectable<Schema['budget_entries']>): Entry {
  const { id, identity, state, at, lines, micro_usd } = row
  return { id, identity, state, at, lines: parseLines(lines), microUsd: micro_usd }
}

export function toOpen(row: Selectable<Schema['budget_entries']>): OpenReservation {
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
