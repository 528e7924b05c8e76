import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { callData } from '../decode/callData.ts'
import type { ChainLog, ChainSource } from '../rpc/chainSource.ts'
import { isDelegation } from '../rpc/rpcValues.ts'
import type { Simulator } from '../simulation/simulator.ts'
import { boundedReads } from './readTrade.ts'
import { isSwap } from './swapLog.ts'

/**
 * An EOA that holds the token. `movedAt`: the last examined block in which the token logged anything about it. `delegated`: it has code by
 * EIP-7702, which may refuse what a sale pays.
 */
export type Holder = { address: Address; balance: bigint; movedAt: bigint; delegated?: true }

const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Numbers of recent blocks, tried in turn until enough accounts are found: busy tokens log thousands of transfers within minutes. */
const WINDOWS = [20n, 300n, 5_000n]
const MAX_CANDIDATES = 24
/** Limit of receivers per sender other than the pool: a distributor of tokens chooses its receivers. */
const MAX_OF_A_SENDER = 2
/** Limit per purchase: the buyer, and the receiver of the fee. */
const MAX_OF_A_SWAP = 2

/** `trader`: address of the reading contract. `pool`: its buyers come first. */
export type HolderQuery = {
  block: PinnedBlock
  token: Address
  trader: Address
  pool?: Address | undefined
  exclude: readonly Address[]
  max: number
}

/**
 * Finds accounts without code that received the token in recent blocks and still hold some: buyers first, else the last
 * receivers. Logs that cannot be read shorten the list.
 */
export async function recentHolders(
  { chain, simulator }: { chain: ChainSource; simulator: Simulator },
  { block, token, trader, pool, exclude, max }: HolderQuery,
  signal: AbortSignal,
): Promise<Holder[]> {
  const left = new Set<Address>([token, ...exclude])
  const moved = await receivers(chain, { block, token, pool, left }, signal)
  const people = await Promise.all(
    moved.map(async (holder) => {
      const code = await chain.code(block, holder.address, signal)
      if (isDelegation(code)) return [{ ...holder, delegated: true as const }]
      return code === '0x' ? [holder] : []
    }),
  )
  const candidates = people.flat()
  if (candidates.length === 0) return []
  const reads = candidates.map(({ address }) => ({ to: token, data: callData('balanceOf', address) }))
  const balances = await boundedReads(simulator, { block, trader, reads }, signal)
  return candidates
    .map((holder, index) => ({ ...holder, balance: balances[index]?.[0] ?? 0n }))
    .filter(({ balance }) => balance > 0n)
    .slice(0, max)
}

type Receiver = { address: Address; movedAt: bigint }

async function receivers(
  chain: ChainSource,
  { block, token, pool, left }: Pick<HolderQuery, 'block' | 'token' | 'pool'> & { left: ReadonlySet<Address> },
  signal: AbortSignal,
): Promise<Receiver[]> {
  let found: Receiver[] = []
  for (const window of WINDOWS) {
    const fromBlock = block.number > window ? block.number - window + 1n : 0n
    // Every event, not only transfers: a withdrawal that burns without a transfer is the holder's own act, too.
    const address = pool === undefined ? [token] : [token, pool]
    const filter = { address, fromBlock, toBlock: block.number, pin: block }
    const logs = await chain.logs(filter, signal).catch(() => null)
    if (logs === null) break
    found = receiversIn(logs, { token, pool, left })
    if (found.length >= MAX_CANDIDATES || fromBlock === 0n) break
  }
  return found
}

/**
 * Returns receivers of transfers: buyers first, then a few of every other sender, each time the latest first. Only the pool's own
 * Swap log proves a purchase, since a token can log transfers from the pool as it likes; each swap counts for the last few
 * transfers before it.
 */
export function receiversIn(
  logs: readonly ChainLog[],
  { token, pool, left }: Pick<HolderQuery, 'token' | 'pool'> & { left: ReadonlySet<Address> },
): Receiver[] {
  const movedAt = new Map<Address, bigint>()
  const bought = new Set<Address>()
  const given = new Set<Address>()
  const shares = new Map<Hex, number>()
  let swap = { transactionHash: '', open: 0 }
  for (const log of logs.toReversed()) {
    const { address: emitter, topics, blockNumber, transactionHash } = log
    if (emitter !== token) {
      if (emitter === pool && isSwap(log)) swap = { transactionHash, open: MAX_OF_A_SWAP }
      continue
    }
    for (const topic of topics.slice(1)) {
      const address = accountIn(topic)
      if (address !== null && !movedAt.has(address)) movedAt.set(address, blockNumber)
    }
    const receiver = topics[0] === TRANSFER && topics.length === 3 ? accountIn(topics[2]) : null
    const sender = topics[1]
    if (receiver === null || sender === undefined || left.has(receiver)) continue
    const sold = pool !== undefined && accountIn(sender) === pool
    if (sold && swap.transactionHash === transactionHash && swap.open > 0) {
      swap.open--
      bought.add(receiver)
    } else if (!given.has(receiver)) {
      const share = shares.get(sender) ?? 0
      if (share < MAX_OF_A_SENDER) given.add(receiver)
      shares.set(sender, share + 1)
    }
  }
  return [...new Set([...bought, ...given])]
    .slice(0, MAX_CANDIDATES)
    .map((address) => ({ address, movedAt: movedAt.get(address) ?? 0n }))
}

/** Returns an address that an EOA may have: not the zero address, precompiles or `…dEaD`. */
function accountIn(topic: Hex | undefined): Address | null {
  const value = topic === undefined ? 0n : BigInt(topic)
  return value >> 160n !== 0n || value < 0x10000n ? null : `0x${value.toString(16).padStart(40, '0')}`
}
