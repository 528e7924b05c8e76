import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { EVENTS } from '../decode/emittedLogs.ts'
import { PERMIT2 } from '../decode/grants.ts'
import type { ChainLog, ChainSource } from '../rpc/chainSource.ts'
import { topicOf } from './approvalClaims.ts'
import { readAllLogs } from './readAllLogs.ts'

/** A permission whose amount does not fall when it is used. */
export type EndlessGrant = {
  standard: 'erc20' | 'erc721' | 'erc1155' | 'permit2'
  owner: Address
  token: Address
  spender: Address
}

/** Transfers looked at, newest first: a token logs as many as it likes. */
const MAX_TRANSFERS = 500
/** Of their transactions, so many are looked into. */
const MAX_TRANSACTIONS = 20
/** Blocks: after an outage of the watcher the oldest are left out. */
const LONGEST_RANGE = 20_000n
/** Frames of one transaction. */
const MAX_FRAMES = 20_000

type Uses = Pick<ChainSource, 'logPages' | 'transaction' | 'traceTransaction'>

/**
 * The last transaction of a range of blocks in which the spender used the permission: the owner's tokens left, and the spender called the token
 * (or Permit2) with the owner as the one who gives. Calls inside a transaction come from its trace; without traces only a spender that was called
 * first, or that sent the transaction, is told.
 * @throws when the range could not be read.
 */
export async function latestUse(
  chain: Uses,
  { block, from, grant }: { block: PinnedBlock; from: bigint; grant: EndlessGrant },
  signal: AbortSignal,
): Promise<Hex | null> {
  if (from > block.number) return null
  const since = block.number - from > LONGEST_RANGE ? block.number - LONGEST_RANGE : from
  const { standard, owner, token, spender } = grant
  const party = topicOf(owner)
  const topics =
    standard === 'erc1155'
      ? [[EVENTS.TransferSingle, EVENTS.TransferBatch], topicOf(spender), party]
      : [EVENTS.Transfer, party]
  const filter = { address: [token], topics, fromBlock: since, toBlock: block.number, pin: block }
  const { logs, whole } = await readAllLogs(chain, filter, { signal, max: MAX_TRANSFERS })
  const hashes = [...new Set(logs.filter(movesSomething).map(({ transactionHash }) => transactionHash))]
  // The event of ERC-1155 names who moved it.
  for (const hash of hashes.slice(0, MAX_TRANSACTIONS))
    if (standard === 'erc1155' || (await wasUsedIn(chain, { hash, grant }, signal))) return hash
  if (!whole && logs.length < MAX_TRANSFERS) throw new Error('Transfers could not be read')
  return null
}

/** Any account may have nothing of another's moved. Items have no amount. */
function movesSomething({ topics, data }: ChainLog): boolean {
  return topics.length > 3 || !/^0x0*$/.test(data)
}

async function wasUsedIn(
  chain: Uses,
  { hash, grant }: { hash: Hex; grant: EndlessGrant },
  signal: AbortSignal,
): Promise<boolean> {
  const { owner, token, spender } = grant
  const trace = await chain.traceTransaction(hash, { tracer: 'callTracer' }, signal).catch(() => null)
  if (trace !== null) return usesIn(trace, grant)
  const transaction = await chain.transaction(hash, signal).catch(() => null)
  if (transaction === null || (transaction.sender === owner && transaction.to === token)) return false
  return transaction.to === spender || transaction.sender === spender
}

type Frame = { from?: unknown; to?: unknown; input?: unknown; error?: unknown; calls?: unknown }

/** Whether a call that did not fail uses the permission. The trace is an endpoint's word. */
function usesIn(trace: unknown, { standard, owner, token, spender }: EndlessGrant): boolean {
  const keeper = standard === 'permit2' ? PERMIT2 : token
  const named = owner.slice(2)
  const open: unknown[] = [trace]
  for (let seen = 0; open.length > 0 && seen < MAX_FRAMES; seen++) {
    const frame = open.pop() as Frame | null
    if (typeof frame !== 'object' || frame === null || typeof frame.error === 'string') continue
    if (Array.isArray(frame.calls)) open.push(...frame.calls.slice(0, MAX_FRAMES))
    const [from, to, input] = [frame.from, frame.to, frame.input].map((one) =>
      typeof one === 'string' ? one.toLowerCase() : '',
    )
    if (from !== spender || to !== keeper || input === undefined) continue
    // The owner is the first argument of every call that moves another's tokens; Permit2's batches are lists of such.
    if (
      standard === 'permit2' ? input.includes(named) && input.includes(token.slice(2)) : input.slice(34, 74) === named
    )
      return true
  }
  return false
}
