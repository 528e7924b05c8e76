import type { Chain } from '@redoubt/risk/chain.ts'
import type { Kysely } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import {
  type BudgetLine,
  type Credit,
  microUsdOf,
  restOf,
  type SeenOutflow,
  useUp,
} from '../../domain/policy/budgetEntry.ts'
import { microUsd } from '../../domain/policy/decision.ts'
import type { BudgetStore, Wallet } from '../../domain/ports/policies.ts'
import type { Engine } from '../engine/engine.ts'
import type { Schema } from '../schema.ts'
import { type Entry, insertEntry, ofEntries, parseLines, textOf, writeLines } from './budgetEntries.ts'
import { sharedEntries, slotOf, usageOf } from './countedUsage.ts'
import { emitLimitAlerts } from './emitLimitAlerts.ts'
import { lockPolicy, toPolicy } from './policies.ts'

type Seen = Parameters<BudgetStore['book']>[0]

/** Books what left a wallet on chain: in place of what was reserved for it, else as an entry of its own. Once for a transaction. */
export async function bookSeen(
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
  await emitLimitAlerts(transaction, wallet, { policy, before, now: at })
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
  const grants = new Map((await sharedEntries(transaction, wallet, now)).map((entry) => [entry.id, entry]))
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
  for (const entry of await sharedEntries(transaction, wallet, now)) {
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
