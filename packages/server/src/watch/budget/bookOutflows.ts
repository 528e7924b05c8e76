import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Environment } from '../../domain/environment.ts'
import type { SeenOutflow } from '../../domain/policy/budgetEntry.ts'
import type { BudgetStore } from '../../domain/ports/policies.ts'
import { activitiesOf } from '../alerts/activitiesOf.ts'
import type { Activity, NftActivity, TransferActivity } from '../alerts/activity.ts'
import type { MonitorSources } from '../alerts/monitorSources.ts'
import { partiesOf } from '../alerts/partiesOf.ts'
import type { WatchList } from '../alerts/watchList.ts'
import type { JudgeBlock, WatchedBlock, WatchedTransaction } from '../ports.ts'

const DEADLINE_MS = 10_000
const COIN_DECIMALS = 18

type Sources = Omit<MonitorSources, 'score'>
type Outgoing = TransferActivity | NftActivity

/**
 * Books what a block takes out of wallets with a policy, also where it was sent elsewhere, before the block's alerts are made. A booking is made once per
 * transaction, so a block that is judged again books nothing twice. A block that is orphaned later keeps its bookings: they count until
 * the day ends, and a transaction that lands again is the same one.
 * @returns a judge that books first.
 */
export function createBooking({
  list,
  budget,
  sourcesFor,
  now,
}: {
  list: Pick<WatchList, 'current'>
  budget: Pick<BudgetStore, 'guarded' | 'anyGuarded' | 'book'>
  sourcesFor(environment: Environment, chain: Chain): Promise<Sources>
  /** Unix milliseconds. */
  now(): number
}): (judge: JudgeBlock) => JudgeBlock {
  async function book(block: WatchedBlock, stopped: AbortSignal): Promise<void> {
    const { environment, chain } = block
    if (!(await budget.anyGuarded(environment))) return
    const parties = await partiesOf(block, await list.current(environment))
    const wallets = new Set(await budget.guarded(environment, [...parties.addresses]))
    if (wallets.size === 0) return
    const sources = await sourcesFor(environment, chain)
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(DEADLINE_MS)])
    const pin = await sources.block(block.number, signal)
    if (pin.hash !== block.hash) throw new Error(`block ${block.number} was replaced while it was being booked`)
    for (const transaction of block.transactions) {
      const named = parties.transactions.get(transaction.hash)
      const isOwn = wallets.has(transaction.from)
      if (named === undefined && !isOwn) continue
      const activities = named === undefined ? [] : await activitiesOf(transaction, named, wallets, sources)
      const outgoing = activities.filter(isOutgoing)
      const involved = new Set([...(isOwn ? [transaction.from] : []), ...outgoing.map(({ wallet }) => wallet)])
      if (involved.size === 0) continue
      const succeeded = parties.logging.has(transaction.hash) || (await didSucceed(transaction.hash, sources, signal))
      stopped.throwIfAborted()
      for (const wallet of involved) {
        const own = outgoing.filter((one) => one.wallet === wallet)
        await budget.book({
          environment,
          chain,
          wallet,
          transactionHash: transaction.hash,
          // The clock of the sandbox is not the world's.
          at: environment === 'test' ? now() : Number(block.timestamp) * 1000,
          sender: transaction.from,
          nonce: transaction.nonce,
          succeeded,
          outflows: await outflowsOf(own, transaction, { pin, sources, signal }),
        })
      }
    }
  }

  return (judge) => async (block, signal) => {
    await book(block, signal)
    return judge(block, signal)
  }
}

/** A log that any contract can write is no outflow. */
function isOutgoing(activity: Activity): activity is Outgoing {
  return (activity.kind === 'transfer' || activity.kind === 'nft') && activity.direction === 'out' && !activity.claimed
}

/** What cannot be learned counts as done: it would be forgotten otherwise. */
async function didSucceed(hash: Hex, sources: Sources, signal: AbortSignal): Promise<boolean> {
  try {
    return await sources.succeeded(hash, signal)
  } catch {
    return true
  }
}

type About = { pin: PinnedBlock; sources: Sources; signal: AbortSignal }

/** One outflow per asset and recipient, so that a signature is used up by the transfers to its own parties alone. */
async function outflowsOf(
  activities: readonly Outgoing[],
  transaction: WatchedTransaction,
  about: About,
): Promise<SeenOutflow[]> {
  const groups = Map.groupBy(activities, ({ token, counterparty }) => `${token} ${counterparty}`)
  return Promise.all(
    [...groups.values()].map(async (group): Promise<SeenOutflow> => {
      const [{ token, counterparty }] = group as [Outgoing]
      const amount = group.reduce((sum, one) => sum + amountOf(one), 0n)
      const isFungible = group.every(({ kind }) => kind === 'transfer')
      const parties = [...new Set([counterparty, transaction.from, ...(transaction.to ? [transaction.to] : [])])]
      return { asset: token, amount, usd: isFungible ? await worthOf(token, amount, about) : null, parties }
    }),
  )
}

function amountOf(activity: Outgoing): bigint {
  if (activity.kind === 'transfer') return activity.amount
  return (activity.items ?? []).reduce((sum, { amount }) => sum + amount, 0n)
}

/** Null: no price is known. What left already is recorded all the same. */
async function worthOf(token: Address | null, amount: bigint, { pin, sources, signal }: About): Promise<number | null> {
  try {
    const [price, metadata] = await Promise.all([
      sources.price(pin, token, signal),
      token === null ? { decimals: COIN_DECIMALS } : sources.token(pin, token, signal),
    ])
    const usd = price.status === 'fresh' ? price.price.usd : price.hint
    const decimals = metadata?.decimals ?? null
    return usd === null || decimals === null ? null : (Number(amount) / 10 ** decimals) * usd
  } catch {
    return null
  }
}
