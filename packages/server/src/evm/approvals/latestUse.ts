import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { toFunctionSelector } from 'viem/utils'
import { EVENTS } from '../decode/emittedLogs.ts'
import { PERMIT2 } from '../decode/grants.ts'
import type { ChainLog, ChainSource } from '../rpc/chainSource.ts'
import { topicOf } from './approvalClaims.ts'

/** A permission whose amount does not fall when it is used. */
export type EndlessGrant = {
  standard: 'erc20' | 'erc721' | 'erc1155' | 'permit2'
  owner: Address
  token: Address
  spender: Address
}

/** Transactions looked into at once: the next look goes on behind them. */
const MAX_TRANSACTIONS = 20
/** Blocks of one look: after an outage of the watcher several looks make up for it. */
const LONGEST_RANGE = 20_000n
/** Frames of one transaction. */
const MAX_FRAMES = 20_000

type Uses = Pick<ChainSource, 'logPages' | 'transaction' | 'traceTransaction'>

/** More happened in one block, or in one transaction, than is looked at: there may have been a use. */
export const UNLOOKED = 'unlooked'

/** `use`: the last transaction with a use; null: none. `to`: the last block that was looked at. */
export type LatestUse = { use: Hex | typeof UNLOOKED | null; to: bigint }

/**
 * Looks for the transactions in which the spender used the permission, from the oldest block on and as far as one look goes: the owner's tokens left,
 * and the spender called the token (or Permit2) with the owner as the one who gives. Calls inside a transaction come from its trace; without traces
 * only a spender that was called first, or that sent the transaction, is told.
 * @throws when no block of the range, or a transaction of it, could be read: it is to be looked at again.
 */
export async function latestUse(
  chain: Uses,
  { block, from, grant }: { block: PinnedBlock; from: bigint; grant: EndlessGrant },
  signal: AbortSignal,
): Promise<LatestUse> {
  if (from > block.number) return { use: null, to: block.number }
  const { looked, to } = await movingTransactions(chain, { block, from, grant }, signal)
  let isUnlooked = looked.length > MAX_TRANSACTIONS
  for (const hash of looked.slice(0, MAX_TRANSACTIONS).toReversed()) {
    // The event of ERC-1155 names who moved it.
    const used = grant.standard === 'erc1155' || (await wasUsedIn(chain, { hash, grant }, signal))
    if (used === true) return { use: hash, to }
    if (used === null) isUnlooked = true
  }
  return { use: isUnlooked ? UNLOOKED : null, to }
}

/** Transactions that moved the owner's tokens, oldest first and of whole blocks: as many as are looked into, more only where one block has them. */
async function movingTransactions(
  chain: Pick<Uses, 'logPages'>,
  {
    block,
    from,
    grant: { standard, owner, token, spender },
  }: { block: PinnedBlock; from: bigint; grant: EndlessGrant },
  signal: AbortSignal,
): Promise<{ looked: Hex[]; to: bigint }> {
  const party = topicOf(owner)
  const topics =
    standard === 'erc1155'
      ? [[EVENTS.TransferSingle, EVENTS.TransferBatch], topicOf(spender), party]
      : [EVENTS.Transfer, party]
  const last = from + LONGEST_RANGE - 1n
  const filter = {
    address: [token],
    topics,
    fromBlock: from,
    toBlock: last < block.number ? last : block.number,
    pin: block,
  }
  const found = new Map<Hex, bigint>()
  let to: bigint | null = null
  try {
    for await (const page of chain.logPages(filter, { signal })) {
      // Transfers of nothing, which any account can have logged, are read over.
      for (const { transactionHash, blockNumber } of page.logs.filter(movesSomething)) {
        if (found.size <= MAX_TRANSACTIONS) found.set(transactionHash, found.get(transactionHash) ?? blockNumber)
        if (found.size <= MAX_TRANSACTIONS) continue
        const before = [...found].filter(([, at]) => at < blockNumber).map(([hash]) => hash)
        return before.length > 0
          ? { looked: before, to: blockNumber - 1n }
          : { looked: [...found.keys()], to: blockNumber }
      }
      to = page.toBlock
    }
  } catch (error) {
    // What was read before it failed, or before time ran out, is looked at.
    if (to === null) throw error
  }
  return { looked: [...found.keys()], to: to ?? filter.toBlock }
}

/** Any account may have nothing of another's moved. Items have no amount. */
function movesSomething({ topics, data }: ChainLog): boolean {
  return topics.length > 3 || !/^0x0*$/.test(data)
}

/** Null: it has more calls than are looked at. */
async function wasUsedIn(
  chain: Uses,
  { hash, grant }: { hash: Hex; grant: EndlessGrant },
  signal: AbortSignal,
): Promise<boolean | null> {
  const { owner, token, spender } = grant
  const trace = await chain.traceTransaction(hash, { tracer: 'callTracer' }, signal)
  if (trace !== null) return usesIn(trace, grant)
  const transaction = await chain.transaction(hash, signal)
  if (transaction === null) throw new Error('A transaction of the range could not be read')
  if (transaction.sender === owner && transaction.to === token) return false
  return transaction.to === spender || transaction.sender === spender
}

type Frame = { type?: unknown; from?: unknown; to?: unknown; input?: unknown; error?: unknown; calls?: unknown }

/** Whether a call that did not fail uses the permission; null: it has more calls than are looked at. The trace is an endpoint's word. */
function usesIn(trace: unknown, grant: EndlessGrant): boolean | null {
  const keeper = grant.standard === 'permit2' ? PERMIT2 : grant.token
  const open: unknown[] = [trace]
  for (let seen = 0; open.length > 0; seen++) {
    if (seen >= MAX_FRAMES) return null
    const frame = open.pop() as Frame | null
    if (typeof frame !== 'object' || frame === null || typeof frame.error === 'string') continue
    // What is called so changes nothing, and neither does what it calls.
    if (frame.type === 'STATICCALL') continue
    if (Array.isArray(frame.calls)) for (const inner of frame.calls.slice(0, MAX_FRAMES)) open.push(inner)
    const [from, to, input = ''] = [frame.from, frame.to, frame.input].map((one) =>
      typeof one === 'string' ? one.toLowerCase() : '',
    )
    const isCall = frame.type === undefined || frame.type === 'CALL'
    if (isCall && from === grant.spender && to === keeper && movesFor(grant, input)) return true
  }
  return false
}

const TRANSFER: string = toFunctionSelector('transfer(address,uint256)')
const PULLS: readonly string[] = [
  'transferFrom(address,address,uint256)',
  'safeTransferFrom(address,address,uint256)',
  'safeTransferFrom(address,address,uint256,bytes)',
].map((signature) => toFunctionSelector(signature))
/** Of Permit2: its signed transfers use no allowance. */
const [PULL_OF_PERMIT2, PULLS_OF_PERMIT2] = [
  'transferFrom(address,address,uint160,address)',
  'transferFrom((address,address,uint160,address)[])',
].map((signature) => toFunctionSelector(signature))
/** From, to, amount, token. */
const PULL_WORDS = 4

/**
 * Whether the call moves what is the owner's. The pulls of the standards name the giver first, and `transfer` moves what is the caller's; others, as
 * those of ERC-4626, name the giver anywhere.
 */
function movesFor({ standard, owner, token }: EndlessGrant, input: string): boolean {
  const selector = input.slice(0, 10)
  const words: readonly string[] = input.slice(10).match(/.{64}/g) ?? []
  const [giver, item] = [owner, token].map((address) => address.slice(2).padStart(64, '0'))
  if (standard !== 'permit2') {
    if (selector === TRANSFER) return false
    return PULLS.includes(selector) ? words[0] === giver : words.includes(giver ?? '')
  }
  const pulls = selector === PULL_OF_PERMIT2 ? words : selector === PULLS_OF_PERMIT2 ? words.slice(2) : []
  return pulls.some((word, at) => at % PULL_WORDS === 0 && word === giver && pulls[at + PULL_WORDS - 1] === item)
}
