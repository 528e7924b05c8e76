import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Facts } from '@redoubt/risk/facts.ts'
import { getAddress } from 'viem/utils'
import { NETWORKS } from '../chains/index.ts'
import type { ChainLog, ChainSource } from '../evm/rpc/chainSource.ts'

/** keccak256 of Transfer(address,address,uint256): ERC-20 and ERC-721. */
const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Public endpoints answer at most about this many blocks of logs; about 17 hours, 1 hour and 3 hours per chain. */
const HISTORY_BLOCKS = 5_000n
const MAX_ENTRIES = 1_000

/**
 * Returns the sender's counterparties: token transfers from and to it in the last `blocks` blocks, newest first, at most
 * 1,000. Zero-value transfers are kept and marked: address poisoners plant them in their victim's history, in both
 * directions, so neither direction proves an intent of the sender. Native transfers leave no log and are not in it.
 * `asset` is the token's EIP-55 address.
 * @throws when the logs cannot be read.
 */
export async function senderHistory(
  { chain, blocks = HISTORY_BLOCKS }: { chain: ChainSource; blocks?: bigint },
  { block, sender }: { block: PinnedBlock; sender: Address },
  signal: AbortSignal,
): Promise<Facts['senderHistory']> {
  const oldest = block.number - blocks + 1n
  const range = { fromBlock: oldest > 0n ? oldest : 0n, toBlock: block.number, pin: block }
  const party: Hex = `0x${sender.slice(2).toLowerCase().padStart(64, '0')}`
  const [sent, received] = await Promise.all([
    chain.logs({ ...range, topics: [TRANSFER, party] }, signal),
    chain.logs({ ...range, topics: [TRANSFER, null, party] }, signal),
  ])
  return [
    ...sent.flatMap((log) => entry(chain.chain, log, 'out')),
    ...received.flatMap((log) => entry(chain.chain, log, 'in')),
  ]
    .sort((a, b) => b.order.block - a.order.block || b.order.log - a.order.log || (a.direction < b.direction ? -1 : 1))
    .slice(0, MAX_ENTRIES)
    .map(({ order: _, ...rest }) => rest)
}

type Entry = Facts['senderHistory'][number] & { order: { block: number; log: number } }

function entry(chain: Chain, log: ChainLog, direction: 'in' | 'out'): Entry[] {
  const counterparty = log.topics[direction === 'out' ? 2 : 1]
  if (counterparty === undefined) return []
  return [
    {
      address: `0x${counterparty.slice(-40)}`,
      direction,
      // An ERC-721 transfer has its token id in the topics and no amount: it always moves something.
      zeroValue: log.topics.length === 3 && /^0x0*$/.test(log.data),
      asset: getAddress(log.address),
      genuine: NETWORKS[chain].tokens.some(({ address }) => address === log.address),
      blockNumber: log.blockNumber,
      order: { block: Number(log.blockNumber), log: log.logIndex },
    },
  ]
}
