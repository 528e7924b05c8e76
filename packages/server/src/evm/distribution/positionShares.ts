import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { NETWORKS } from '../../chains/index.ts'
import { addressAt, callData, wordAt } from '../decode/callData.ts'
import { readAggregate } from '../market/readAggregate.ts'
import type { ChainLog, ChainSource } from '../rpc/chainSource.ts'
import type { TradePool } from '../trade/tradePools.ts'
import type { Share } from './readShares.ts'
import { tokenLogs } from './tokenLogs.ts'

/** keccak256 of Mint(address,address,int24,int24,uint128,uint256,uint256), of the pool; the second topic is the owner. */
const MINT: Hex = '0x7a53080ba414158be7ec69b987b5fb7d07dee101fe85488f0853ae16239d0bde'
/** keccak256 of IncreaseLiquidity(uint256,uint128,uint256,uint256), of the position manager; the first topic is the NFT. */
const INCREASE: Hex = '0x3067048beee31b25b2f1681f88dac838c8bba36af25bfb2b7cf7473a5847e35f'
/** positions(uint256) */
const POSITIONS = '0x99fbab88'
const MAX_POSITIONS = 20
const MIN_SHARE = 0.01

type Position = { manager: Address; id: bigint }

/**
 * Finds the owners of the liquidity in the range of a Uniswap V3 pool's price, in percent of it: positions from its recent and
 * first Mint events, the last twenty, by the owners of their NFTs at the block. Null when none was found, although liquidity
 * always has an owner.
 * @throws when the network cannot be read.
 */
export async function positionShares(
  chain: ChainSource,
  { block, since, token, pool }: { block: PinnedBlock; since: bigint | null; token: Address; pool: TradePool },
  signal: AbortSignal,
): Promise<Share[] | null> {
  const mints = await tokenLogs(chain, { block, address: pool.address, event: MINT, since }, signal)
  const positions = await positionsOf(chain, { block, mints }, signal)
  if (positions.length === 0) return null
  const reads = [
    { to: pool.address, data: callData('liquidity') },
    { to: pool.address, data: callData('slot0') },
    ...positions.flatMap(({ manager, id }) => [
      { to: manager, data: callData('ownerOf', id) },
      { to: manager, data: `${POSITIONS}${id.toString(16).padStart(64, '0')}` as const },
    ]),
  ]
  const [liquidity = null, slot0 = null, ...answers] = await readAggregate(chain, { block, reads }, signal)
  const [whole, tick] = [wordAt(liquidity), signed(wordAt(slot0, 1))]
  if (whole === null || whole === 0n || tick === null) return null
  const shares = new Map<Address, number>()
  for (const index of positions.keys()) {
    const owner = addressAt(answers[index * 2] ?? null)
    const part = partOf(answers[index * 2 + 1] ?? null, { token, pool, tick })
    if (owner === null || part === null) continue
    const share = Number((part * 10_000n) / whole) / 100
    shares.set(owner, Math.min(100, (shares.get(owner) ?? 0) + share))
  }
  const found = [...shares].map(([address, share]) => ({ address, share })).filter(({ share }) => share >= MIN_SHARE)
  return found.length === 0 ? null : found.sort((a, b) => b.share - a.share || (a.address < b.address ? -1 : 1))
}

/** Returns the NFTs that the same transactions touched, of the managers that the pool names as owners. */
async function positionsOf(
  chain: ChainSource,
  { block, mints }: { block: PinnedBlock; mints: readonly ChainLog[] },
  signal: AbortSignal,
): Promise<Position[]> {
  const transactions = new Set(mints.map(({ transactionHash }) => transactionHash))
  const places = new Map<string, { owner: Address; at: bigint }>()
  for (const { topics, blockNumber } of mints) {
    const owner = `0x${topics[1]?.slice(-40) ?? ''}` as Address
    if (NETWORKS[chain.chain].positionManagers.includes(owner) && places.size < MAX_POSITIONS)
      places.set(`${owner}:${blockNumber}`, { owner, at: blockNumber })
  }
  const found = await Promise.all(
    [...places.values()].map(({ owner, at }) =>
      chain
        .logs({ address: [owner], topics: [INCREASE], fromBlock: at, toBlock: at, pin: block }, signal)
        .catch((): ChainLog[] => {
          signal.throwIfAborted()
          return []
        }),
    ),
  )
  const positions = new Map<string, Position>()
  for (const { address: manager, topics, transactionHash } of found.flat()) {
    const id = topics[1]
    if (id === undefined || !transactions.has(transactionHash) || positions.size >= MAX_POSITIONS) continue
    positions.set(`${manager}:${id}`, { manager, id: BigInt(id) })
  }
  return [...positions.values()]
}

/** Returns the liquidity of a position of this very pool, 0 when the price is out of its range; null for other pools' positions. */
function partOf(
  answer: Hex | null,
  { token, pool, tick }: { token: Address; pool: TradePool; tick: number },
): bigint | null {
  const [first, second] = pool.tokenIsFirst ? [token, pool.quote.address] : [pool.quote.address, token]
  const [lower, upper] = [signed(wordAt(answer, 5)), signed(wordAt(answer, 6))]
  const liquidity = wordAt(answer, 7)
  if (addressAt(answer, 2) !== first || addressAt(answer, 3) !== second) return null
  if (wordAt(answer, 4) !== BigInt(pool.fee ?? -1) || lower === null || upper === null || liquidity === null)
    return null
  return tick >= lower && tick < upper ? liquidity : 0n
}

function signed(word: bigint | null): number | null {
  return word === null ? null : Number(BigInt.asIntN(24, word))
}
