import type { Address, Hex, PinnedBlock } from '../../risk/facts.ts'
import type { ChainLog, ChainSource } from '../chain/chainSource.ts'

/** keccak256 of Transfer(address,address,uint256). */
const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Blocks looked at, in turn: busy tokens log thousands of transfers within minutes, and public nodes give 5,000 blocks. */
const WINDOWS = [20n, 300n, 5_000n]
/** A wider window is asked for only when, at the pace so far, it should bring no more. */
const MOST_LOGS = 10_000

/**
 * Accounts that a token's Transfer events name in recent blocks, the last first, and in the blocks after `since`, where the
 * first holders got theirs. What cannot be read (a node without logs) shortens the list: it is a sample.
 */
export async function movedAccounts(
  chain: ChainSource,
  { block, token, since, most }: { block: PinnedBlock; token: Address; since: bigint | null; most: number },
  signal: AbortSignal,
): Promise<Address[]> {
  const read = (fromBlock: bigint, toBlock: bigint) =>
    chain.logs({ address: [token], fromBlock, toBlock, pin: block }, signal).catch((): ChainLog[] | null => {
      signal.throwIfAborted()
      return null
    })
  const firstTransfers = async () => {
    if (since === null || since > block.number) return null
    const first = await read(since, least(since + FIRST_BLOCKS, block.number))
    return first !== null && first.length <= MOST_LOGS ? first : null
  }
  const lastTransfers = async () => {
    let logs: ChainLog[] = []
    for (const [index, window] of WINDOWS.entries()) {
      const fromBlock = block.number > window ? block.number - window + 1n : 0n
      const found = await read(fromBlock, block.number)
      if (found === null) break
      logs = found
      const growth = Number((WINDOWS[index + 1] ?? window) / window)
      if (fromBlock === 0n || logs.length * growth > MOST_LOGS) break
    }
    return logs
  }
  const [first, last] = await Promise.all([firstTransfers(), lastTransfers()])
  const named = [...last.toReversed(), ...(first ?? [])].filter(({ topics }) => topics[0] === TRANSFER).flatMap(parties)
  return [...new Set(named)].slice(0, most)
}

/** The creation itself and the opening of the first pool, for nearly all tokens. */
const FIRST_BLOCKS = 1_000n

function parties({ topics }: ChainLog): Address[] {
  return topics.slice(1, 3).flatMap((topic) => {
    const value = BigInt(topic)
    return value >> 160n === 0n ? [`0x${value.toString(16).padStart(40, '0')}` as const] : []
  })
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
