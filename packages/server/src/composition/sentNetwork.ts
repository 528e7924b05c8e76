import type { Address } from '@redoubt/risk/address.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { approvalChanges } from '../evm/decode/approvalChanges.ts'
import { balanceChanges } from '../evm/decode/balanceChanges.ts'
import { type ReadState, readStateAfter } from '../evm/decode/readState.ts'
import { usdPrice } from '../evm/market/usdPrice.ts'
import type { ChainSource, SentTransaction } from '../evm/rpc/chainSource.ts'
import { type Replayed, replayMined } from '../evm/simulation/replayMined.ts'
import type { Simulator } from '../evm/simulation/simulator.ts'
import type { FindTransaction, TransactionSources } from '../usecases/scans/transaction/transactionSources.ts'

/** No endpoint keeps the state: what the logs claim stays unconfirmed. */
const NO_ANSWERS: ReadState = async (reads) => reads.map(() => null)

/** How one network's transactions are found and read again. Part of the composition root. */
export function createTransactionFinder({
  chain,
  simulator,
  now,
}: {
  chain: ChainSource
  simulator: Simulator
  /** What a transaction that is about to be signed is judged by. */
  now: TransactionSources
}): FindTransaction {
  return async (hash, signal) => {
    const sent = await chain.sentTransaction(hash, signal)
    if (sent === null) return null
    const { transaction, mined } = sent
    if (mined === null) return { transaction, mined, sources: now, outcome: () => Promise.reject(new Error('pending')) }
    const past = createPast({ chain, simulator, now }, { ...sent, mined })
    // Its nonce was right then, and is used up by now.
    const { nonce: _nonce, ...done } = transaction
    return {
      transaction: done,
      mined,
      sources: past.sources,
      async outcome(within) {
        const { simulation, source } = await past.replayed(within)
        return { success: simulation.success, gasUsed: simulation.gasUsed, source }
      },
    }
  }
}

type Mined = SentTransaction & { mined: NonNullable<SentTransaction['mined']> }

/** Facts as of the parent block, and what the transaction did from where those before it in its block had left things. */
function createPast(
  { chain, simulator, now }: { chain: ChainSource; simulator: Simulator; now: TransactionSources },
  sent: Mined,
) {
  const once = <Value>(gather: (signal: AbortSignal) => Promise<Value>) => {
    let known: Promise<Value> | null = null
    return (signal: AbortSignal) => (known ??= gather(signal))
  }
  const parent = once((signal) => chain.blockAt(sent.mined.blockNumber - 1n, signal))
  const replayed = once(async (signal): Promise<Replayed> => {
    return replayMined({ chain, simulator }, { sent, parent: await parent(signal) }, signal)
  })
  const kept = once(async (signal) => {
    const { from } = sent.transaction
    return chain.balance(await parent(signal), from as Address, signal).then(
      () => true,
      () => false,
    )
  })
  /** The diff has the state before too, which the parent block's is not where the block changed it first. */
  const readers = once(async (signal): Promise<{ readBefore: ReadState; readAfter: ReadState | null }> => {
    const [block, { simulation, source }, isKept] = await Promise.all([parent(signal), replayed(signal), kept(signal)])
    if (!isKept || source === 'receipt') return { readBefore: NO_ANSWERS, readAfter: null }
    const before = Object.fromEntries(
      Object.entries(simulation.stateDiff).map(([address, change]) => [address, reversed(change)]),
    )
    return {
      readBefore: readStateAfter(simulator, block, { ...simulation, stateDiff: before }),
      readAfter: readStateAfter(simulator, block, simulation),
    }
  })
  const today = once((signal) => now.block(signal))
  const sources: TransactionSources = {
    ...now,
    mined: true,
    account: async (block, address, signal, role) => {
      const [then, head] = await Promise.all([now.account(block, address, signal, role), today(signal)])
      if (head.hash === block.hash) return then
      return withTodaysWord(then, await now.account(head, address, signal, role).catch(() => null))
    },
    // What a contract does to its users is asked of what it is today.
    contractJudgement: async (_block, account, signal, how) =>
      now.contractJudgement(await today(signal), account, signal, how),
    walletJudgement: async (_block, account, signal) => now.walletJudgement(await today(signal), account, signal),
    spenderProbe: async (_block, of, signal) => now.spenderProbe(await today(signal), of, signal),
    // Labels and code as of now are worth more than none: the state of old blocks is not kept by every node.
    block: async (signal) => ((await kept(signal)) ? parent(signal) : now.block(signal)),
    simulate: async (_block, _transaction, signal) => {
      const [{ simulation, source }, isKept] = await Promise.all([replayed(signal), kept(signal)])
      return isKept && source !== 'receipt' ? simulation : { ...simulation, byLogsAlone: true }
    },
    balanceChanges: async (block, transaction, simulation, signal) =>
      balanceChanges(
        { chain, ...(await readers(signal)), priceOf: (asset, within) => usdPrice(chain, { block, asset }, within) },
        { block, transaction, simulation },
        signal,
      ),
    approvalChanges: async (block, simulation, signal) =>
      approvalChanges({ chain, ...(await readers(signal)) }, { block, simulation }, signal),
    // It has happened: nothing can change it any more.
    validity: async (block: PinnedBlock) => ({
      block,
      openSlots: [],
      openAccounts: [],
      upgradeable: [],
      market: [],
      onTrust: [],
      examined: 0,
      leftOut: 0,
    }),
  }
  return { sources, replayed }
}

/**
 * Adds today's labels and sanctions to an account's past state: a later accusation rests on earlier acts, and oracles of old
 * blocks know less. When today's sources do not answer, no account is cleared.
 */
function withTodaysWord(then: Account, today: Account | null): Account {
  if (then.sanctioned === true) return then
  if (today === null) return { ...then, sanctioned: null }
  const { labels, sanctioned, sanctionedBy } = today
  return { ...then, labels, sanctioned, sanctionedBy }
}

type Change = Replayed['simulation']['stateDiff'][Address]

function reversed({ balance, nonce, code, storage }: Change): Change {
  const swap = <Value>({ before, after }: { before: Value; after: Value }) => ({ before: after, after: before })
  return {
    ...(balance && { balance: swap(balance) }),
    ...(nonce && { nonce: swap(nonce) }),
    ...(code && { code: swap(code) }),
    storage: Object.fromEntries(Object.entries(storage).map(([slot, change]) => [slot, swap(change)])),
  }
}
