import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainLog, ChainSource } from '../rpc/chainSource.ts'

/** Blocks looked at, in turn: busy tokens log thousands of transfers within minutes, and public nodes give 5,000 blocks. */
const WINDOWS = [20n, 300n, 5_000n]
/** A wider window is asked for only when, at the pace so far, it should bring no more. */
const MAX_LOGS = 10_000
/** The creation itself and the opening of the first pool, for nearly all tokens. */
const FIRST_BLOCKS = 1_000n

export type LogQuestion = {
  block: PinnedBlock
  address: Address
  /**
   * An event that is rare among those of the contract, so that it alone is asked for, all at once. Null: every event, which are
   * the very logs that trading looks at, so that one answer serves both.
   */
  event: Hex | null
  /** The blocks after it are looked at too: there the first holders got theirs. Null when unknown. */
  since: bigint | null
  /** Numbers of blocks to look at from the end, the smallest first. */
  windows?: readonly bigint[]
}

/**
 * A contract's logs of recent blocks, the last first, then those of its first. What cannot be read (a node without logs) is
 * missing: it is a sample.
 */
export async function tokenLogs(
  chain: ChainSource,
  { block, address, event, since, windows = WINDOWS }: LogQuestion,
  signal: AbortSignal,
): Promise<ChainLog[]> {
  const filter = { address: [address], pin: block, ...(event !== null && { topics: [event] }) }
  const read = (fromBlock: bigint, toBlock: bigint) =>
    chain.logs({ ...filter, fromBlock, toBlock }, signal).catch((): ChainLog[] | null => {
      signal.throwIfAborted()
      return null
    })
  const first = async () => {
    if (since === null || since > block.number) return []
    const end = since + FIRST_BLOCKS
    const logs = (await read(since, end < block.number ? end : block.number)) ?? []
    return logs.length <= MAX_LOGS ? logs : []
  }
  const [last, early] = await Promise.all([
    lastLogs(read, block.number, event === null ? windows : windows.slice(-1)),
    first(),
  ])
  return [...last.toReversed(), ...early]
}

async function lastLogs(
  read: (fromBlock: bigint, toBlock: bigint) => Promise<ChainLog[] | null>,
  head: bigint,
  windows: readonly bigint[],
): Promise<ChainLog[]> {
  let logs: ChainLog[] = []
  for (const [index, window] of windows.entries()) {
    const fromBlock = head > window ? head - window + 1n : 0n
    const found = await read(fromBlock, head)
    if (found === null) break
    logs = found
    const growth = Number((windows[index + 1] ?? window) / window)
    if (fromBlock === 0n || logs.length * growth > MAX_LOGS) break
  }
  return logs
}
