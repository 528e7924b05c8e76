import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { CallFrame, Log, Simulation } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { NETWORKS } from '../../chains/index.ts'
import { emittedLogs } from '../decode/emittedLogs.ts'
import type { ChainSource, Receipt, SentTransaction } from '../rpc/chainSource.ts'
import { engineReason } from './engine/engineCall.ts'
import { isRevert, readCallTree, revertReason } from './readCallTree.ts'
import { readStateDiff } from './readStateDiff.ts'
import type { Simulator } from './simulator.ts'

/** `trace`: the node's own trace. `replay`: executed again after the transactions before it. `receipt`: only the result is known. */
export type Replayed = { simulation: Simulation; source: 'trace' | 'replay' | 'receipt' }

type Chain = Pick<ChainSource, 'chain' | 'traceTransaction' | 'transactionsIn' | 'blockAt' | 'receipt'>
type Mined = SentTransaction & { mined: NonNullable<SentTransaction['mined']> }

/** Limit of transactions executed before it; each is a run of its own. */
const MAX_BEFORE = 200

/**
 * Reconstructs a mined transaction: by the node's trace, else by executing it again on the parent block after the transactions
 * before it, else from its receipt alone. The first two must agree with the receipt, or the next is tried. A mined transaction
 * has no other environments.
 * @throws NetworkUnavailable when not even the receipt is available.
 */
export async function replayMined(
  { chain, simulator }: { chain: Chain; simulator: Pick<Simulator, 'simulateSteps'> },
  { sent, parent }: { sent: Mined; parent: PinnedBlock },
  signal: AbortSignal,
): Promise<Replayed> {
  const receipt = await chain.receipt(sent.hash, signal)
  const ways = [
    async () => ({ simulation: await traced(chain, sent, receipt, signal), source: 'trace' as const }),
    async () => ({
      simulation: await executed({ chain, simulator }, { sent, parent }, receipt, signal),
      source: 'replay' as const,
    }),
  ]
  for (const way of ways) {
    const { simulation, source } = await way().catch(() => {
      signal.throwIfAborted()
      return { simulation: null, source: 'receipt' as const }
    })
    if (simulation !== null && agrees(simulation, receipt, NETWORKS[chain.chain].coin.logs))
      return { simulation, source }
  }
  return { simulation: fromReceipt(sent.transaction, receipt), source: 'receipt' }
}

async function traced(
  chain: Chain,
  { hash, transaction }: Mined,
  receipt: Receipt,
  signal: AbortSignal,
): Promise<Simulation | null> {
  const [calls, diff] = await Promise.all([
    chain.traceTransaction(hash, { tracer: 'callTracer', tracerConfig: { withLog: true } }, signal),
    chain.traceTransaction(hash, { tracer: 'prestateTracer', tracerConfig: { diffMode: true } }, signal),
  ])
  if (calls === null || diff === null) return null
  return asSimulation(transaction, receipt, { root: readCallTree(calls), stateDiff: readStateDiff(diff) })
}

async function executed(
  { chain, simulator }: { chain: Chain; simulator: Pick<Simulator, 'simulateSteps'> },
  { sent, parent }: { sent: Mined; parent: PinnedBlock },
  receipt: Receipt,
  signal: AbortSignal,
): Promise<Simulation | null> {
  const { blockNumber, index } = sent.mined
  if (index > MAX_BEFORE) return null
  const [block, all] = await Promise.all([
    chain.blockAt(blockNumber, signal),
    chain.transactionsIn(blockNumber, signal),
  ])
  const transactions = all.slice(0, index + 1).map(({ transaction }) => withoutNonce(transaction))
  if (all[index]?.hash !== sent.hash) return null
  const { number, timestamp, baseFeePerGas, gasLimit, coinbase, prevRandao } = block
  const blockOverrides = { number, timestamp, baseFeePerGas, gasLimit, coinbase, prevRandao }
  const steps = await simulator.simulateSteps({ block: parent, transactions, blockOverrides, signal })
  const last = steps.at(-1)
  return last === undefined ? null : { ...last, created: receipt.created }
}

/** The nonce was right when it was mined, and the carried state has it. */
function withoutNonce({ nonce: _nonce, ...transaction }: Transaction): Transaction {
  return transaction
}

/** @param coin in whose name the network logs movements of its coin in receipts, from outside of any call. */
function agrees({ success, trace }: Simulation, receipt: Receipt, coin: Address | null): boolean {
  if (success !== receipt.success || trace === null) return false
  // Not every tracer says in which order frames emitted them.
  return told(emittedLogs(trace), coin) === told(receipt.logs, coin)
}

function told(logs: readonly Log[], coin: Address | null): string {
  const own = logs.filter(({ address }) => address !== coin)
  return own
    .map(({ address, topics, data }) => [address, ...topics, data].join())
    .sort()
    .join(';')
}

function asSimulation(
  { to, gas }: Transaction,
  { success, gasUsed, created }: Receipt,
  { root, stateDiff }: Pick<Simulation, 'stateDiff'> & { root: CallFrame },
): Simulation {
  const output: Hex = root.output ?? '0x'
  const failed = isRevert(root.error) ? revertReason(root.output) : engineReason(root.error ?? 'failed')
  return {
    success,
    outcome: success ? 'succeeded' : isRevert(root.error) ? 'reverted' : 'halted',
    gasUsed,
    gasLimit: gas ?? gasUsed,
    revertReason: success ? null : failed,
    output,
    trace: root,
    stateDiff,
    toppedUp: false,
    shortfall: null,
    truncated: false,
    created: to === null && success ? created : null,
    environments: [],
  }
}

/** One frame with all logs: whose call emitted them is not known, nor what coins moved inside. */
function fromReceipt(transaction: Transaction, receipt: Receipt): Simulation {
  const { from, to, value, data, gas } = transaction
  const root: CallFrame = {
    type: to === null ? ('CREATE' as const) : ('CALL' as const),
    from,
    to: to ?? receipt.created,
    value,
    gas: gas ?? receipt.gasUsed,
    gasUsed: receipt.gasUsed,
    input: data,
    output: null,
    error: receipt.success ? null : 'execution reverted',
    revertReason: null,
    logs: receipt.logs,
    calls: [],
  }
  const simulation = asSimulation(transaction, receipt, { root, stateDiff: {} })
  return { ...simulation, revertReason: receipt.success ? null : 'failed on chain; the reason is not kept' }
}
