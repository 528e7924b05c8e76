import type { Address, Hex, PinnedBlock } from '../../risk/facts.ts'
import type { ChainLog, ChainSource } from '../chain/chainSource.ts'

/** keccak256 of Transfer(address,address,uint256). */
const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Blocks looked at, in turn: busy tokens log thousands of transfers within minutes, and public nodes give 5,000 blocks. */
const WINDOWS = [20n, 300n, 5_000n]
/** A wider window is asked for only when, at the pace so far, it should bring no more. */
const MOST_LOGS = 10_000
/** The creation itself and the opening of the first pool, for nearly all tokens. */
const FIRST_BLOCKS = 1_000n

export type MovedQuestion = {
  block: PinnedBlock
  token: Address
  /** The blocks after it are looked at too: there the first holders got theirs. Null when unknown. */
  since: bigint | null
  /** Liquidity tokens: transfers are rare among the pool's own events, so that they alone are asked for, all at once. */
  rare: boolean
  most: number
  /** Numbers of blocks to look at from the end, the smallest first. */
  windows?: readonly bigint[]
}

/**
 * Accounts that a token's Transfer events name in recent blocks, the last first, and in its first. What cannot be read (a node
 * without logs) shortens the list: it is a sample.
 */
export async function movedAccounts(
  chain: ChainSource,
  { block, token, since, rare, most, windows = WINDOWS }: MovedQuestion,
  signal: AbortSignal,
): Promise<Address[]> {
  // Without topics, these are the very logs that trading looks at: one answer serves both.
  const filter = { address: [token], pin: block, ...(rare && { topics: [TRANSFER] }) }
  const read = (fromBlock: bigint, toBlock: bigint) =>
    chain.logs({ ...filter, fromBlock, toBlock }, signal).catch((): ChainLog[] | null => {
      signal.throwIfAborted()
      return null
    })
  const first = async () => {
    if (since === null || since > block.number) return []
    const logs = (await read(since, least(since + FIRST_BLOCKS, block.number))) ?? []
    return logs.length <= MOST_LOGS ? logs : []
  }
  const [last, early] = await Promise.all([lastLogs(read, block.number, rare ? windows.slice(-1) : windows), first()])
  const named = [...last.toReversed(), ...early].filter(({ topics }) => topics[0] === TRANSFER).flatMap(parties)
  return [...new Set(named)].slice(0, most)
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
    if (fromBlock === 0n || logs.length * growth > MOST_LOGS) break
  }
  return logs
}

function parties({ topics }: ChainLog): Address[] {
  return topics.slice(1, 3).flatMap((topic) => {
    const value = BigInt(topic)
    return value >> 160n === 0n ? [`0x${value.toString(16).padStart(40, '0')}` as const] : []
  })
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
