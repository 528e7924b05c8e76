import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { getAddress } from 'viem/utils'
import { NETWORKS } from '../chains/index.ts'
import type { CoinPayment, CoinPayments } from '../evm/history/wallet/createCoinPayments.ts'
import type { ChainLog, ChainSource } from '../evm/rpc/chainSource.ts'

/** keccak256 of Transfer(address,address,uint256): ERC-20 and ERC-721. */
const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** keccak256 of Approval(address,address,uint256), and of ApprovalForAll(address,address,bool). */
const APPROVAL: Hex = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const APPROVAL_FOR_ALL: Hex = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'
/** Public endpoints answer at most about this many blocks of logs; about 17 hours, 1 hour and 3 hours per chain. */
const HISTORY_BLOCKS = 5_000n
const MAX_ENTRIES = 1_000

/**
 * Returns the sender's counterparties: token transfers from and to it and its approvals in the last `blocks` blocks, and its newest
 * coin payments as far as `coinPayments` knows them; newest first, at most 1,000. Transfers of nothing and incoming dust are kept and
 * marked: address poisoners plant them in their victim's history, in both directions, so neither direction proves an intent of the
 * sender. `asset` is the token's EIP-55 address, or the coin's symbol.
 * @throws when the logs cannot be read.
 */
export async function senderHistory(
  {
    chain,
    blocks = HISTORY_BLOCKS,
    coinPayments = async () => [],
  }: { chain: ChainSource; blocks?: bigint; coinPayments?: CoinPayments },
  { block, sender }: { block: PinnedBlock; sender: Address },
  signal: AbortSignal,
): Promise<Facts['senderHistory']> {
  const oldest = block.number - blocks + 1n
  const range = { fromBlock: oldest > 0n ? oldest : 0n, toBlock: block.number, pin: block }
  const party: Hex = `0x${sender.slice(2).toLowerCase().padStart(64, '0')}`
  const [sent, received, coins] = await Promise.all([
    // Both are the owner's: one request.
    chain.logs({ ...range, topics: [[TRANSFER, APPROVAL, APPROVAL_FOR_ALL], party] }, signal),
    chain.logs({ ...range, topics: [TRANSFER, null, party] }, signal),
    coinPayments(block, sender, signal),
  ])
  return [
    ...sent.flatMap((log) => entry(chain.chain, log, log.topics[0] === TRANSFER ? 'out' : 'approved')),
    ...coins.map((payment) => coinEntry(chain.chain, payment)),
    ...received.flatMap((log) => entry(chain.chain, log, 'in')),
  ]
    .sort((a, b) => b.order.block - a.order.block || b.order.log - a.order.log || (a.direction < b.direction ? -1 : 1))
    .slice(0, MAX_ENTRIES)
    .map(({ order: _, ...rest }) => rest)
}

type Entry = Facts['senderHistory'][number] & { order: { block: number; log: number } }

function coinEntry(chain: Chain, { to, blockNumber }: CoinPayment): Entry {
  const order = { block: Number(blockNumber), log: -1 }
  const asset = NETWORKS[chain].coin.symbol
  return { address: to, direction: 'out', zeroValue: false, asset, genuine: true, blockNumber, order }
}

function entry(chain: Chain, log: ChainLog, direction: Entry['direction']): Entry[] {
  const counterparty = log.topics[direction === 'in' ? 1 : 2]
  if (counterparty === undefined) return []
  const genuine = NETWORKS[chain].tokens.some(({ address }) => address === log.address)
  return [
    {
      address: `0x${counterparty.slice(-40)}`,
      direction,
      // An ERC-721 transfer has its token id in the topics and no amount: it always moves something.
      // An approval of nothing is a revocation, or what a transfer by a stranger writes.
      zeroValue:
        log.topics.length === 3 && (/^0x0*$/.test(log.data) || (direction === 'in' && genuine && isDust(chain, log))),
      asset: getAddress(log.address),
      genuine,
      blockNumber: log.blockNumber,
      order: { block: Number(log.blockNumber), log: log.logIndex },
    },
  ]
}

/** Less comes in as bait: a unit of a dollar token, a thousandth of a wrapped coin. Of other tokens no amount is known to be worth much. */
function isDust(chain: Chain, log: ChainLog): boolean {
  const { quoteTokens, tokens } = NETWORKS[chain]
  const { decimals } = quoteTokens.find(({ address }) => address === log.address) ?? {}
  if (decimals === undefined || log.data.length !== 66) return true
  const follows = tokens.find(({ address }) => address === log.address)?.follows
  const unit = 10n ** BigInt(decimals)
  const isDollar = follows === 'USDC' || follows === 'USDT' || follows === 'DAI'
  return BigInt(log.data) < (isDollar ? unit : unit / 1_000n)
}
