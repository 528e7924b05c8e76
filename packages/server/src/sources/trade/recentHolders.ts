import type { Address, Hex, PinnedBlock } from '../../risk/facts.ts'
import type { ChainLog, ChainSource } from '../chain/chainSource.ts'
import { isDelegation } from '../chain/rpcValues.ts'
import { callData } from '../decode/callData.ts'
import type { Simulator } from '../simulation/simulator.ts'
import { boundedReads } from './boundedReads.ts'

/** A person who holds the token. `movedAt`: the last block of those looked at in which the token logged anything of it. */
export type Holder = { address: Address; balance: bigint; movedAt: bigint }

const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Blocks looked at, in turn until enough accounts are found: busy tokens log thousands of transfers within minutes. */
const WINDOWS = [20n, 300n, 5_000n]
const MOST_CANDIDATES = 24

/** `trader`: where the contract that reads is put. */
export type HolderQuery = {
  block: PinnedBlock
  token: Address
  trader: Address
  exclude: readonly Address[]
  most: number
}

/**
 * Accounts without code that received the token in recent blocks and still hold some, the last receiver first. What cannot be
 * read (a node without logs) shortens the list.
 */
export async function recentHolders(
  { chain, simulator }: { chain: ChainSource; simulator: Simulator },
  { block, token, trader, exclude, most }: HolderQuery,
  signal: AbortSignal,
): Promise<Holder[]> {
  const left = new Set<Address>([token, ...exclude])
  const moved = await receivers(chain, { block, token, left }, signal)
  const people = await Promise.all(
    moved.map(async (holder) => {
      const code = await chain.code(block, holder.address, signal)
      return code === '0x' || isDelegation(code) ? [holder] : []
    }),
  )
  const candidates = people.flat()
  if (candidates.length === 0) return []
  const reads = candidates.map(({ address }) => ({ to: token, data: callData('balanceOf', address) }))
  const balances = await boundedReads(simulator, { block, trader, reads }, signal)
  return candidates
    .map((holder, index) => ({ ...holder, balance: balances[index]?.[0] ?? 0n }))
    .filter(({ balance }) => balance > 0n)
    .slice(0, most)
}

type Receiver = { address: Address; movedAt: bigint }

async function receivers(
  chain: ChainSource,
  { block, token, left }: { block: PinnedBlock; token: Address; left: ReadonlySet<Address> },
  signal: AbortSignal,
): Promise<Receiver[]> {
  let found: Receiver[] = []
  for (const window of WINDOWS) {
    const fromBlock = block.number > window ? block.number - window + 1n : 0n
    // Every event, not transfers alone: a withdrawal that burns without a transfer is the holder's own doing, too.
    const filter = { address: [token], fromBlock, toBlock: block.number, pin: block }
    const logs = await chain.logs(filter, signal).catch(() => null)
    if (logs === null) break
    found = receiversIn(logs, left)
    if (found.length >= MOST_CANDIDATES || fromBlock === 0n) break
  }
  return found
}

function receiversIn(logs: readonly ChainLog[], left: ReadonlySet<Address>): Receiver[] {
  const movedAt = new Map<Address, bigint>()
  const received = new Set<Address>()
  for (const { topics, blockNumber } of logs.toReversed()) {
    for (const topic of topics.slice(1)) {
      const address = accountIn(topic)
      if (address !== null && !movedAt.has(address)) movedAt.set(address, blockNumber)
    }
    const receiver = topics[0] === TRANSFER && topics.length === 3 ? accountIn(topics[2]) : null
    if (receiver !== null && !left.has(receiver)) received.add(receiver)
  }
  return [...received].slice(0, MOST_CANDIDATES).map((address) => ({ address, movedAt: movedAt.get(address) ?? 0n }))
}

/** An address that a person may have: not the zero address, precompiles or `…dEaD`. */
function accountIn(topic: Hex | undefined): Address | null {
  const value = topic === undefined ? 0n : BigInt(topic)
  return value >> 160n !== 0n || value < 0x10000n ? null : `0x${value.toString(16).padStart(40, '0')}`
}
