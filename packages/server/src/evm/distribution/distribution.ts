import { BURN_ADDRESSES } from '@redoubt/risk/accounts/knownAddresses.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Distribution } from '@redoubt/risk/facts/distribution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { NETWORKS } from '../../chains/index.ts'
import { addressAt, callData, wordAt } from '../decode/callData.ts'
import { readAggregate } from '../market/chainlinkPrice.ts'
import type { ChainLog, ChainSource } from '../rpc/chainSource.ts'
import { isDelegation } from '../rpc/rpcValues.ts'
import { type TradePool, tradePools } from '../trade/venue.ts'
import { type BlocksBack, pastDistribution } from './pastDistribution.ts'
import { type LogQuestion, tokenLogs } from './tokenLogs.ts'

/** keccak256 of Mint(address,address,int24,int24,uint128,uint256,uint256), of the pool; the second topic is the owner. */
const MINT: Hex = '0x7a53080ba414158be7ec69b987b5fb7d07dee101fe85488f0853ae16239d0bde'

/** keccak256 of IncreaseLiquidity(uint256,uint128,uint256,uint256), of the position manager; the first topic is the NFT. */
const INCREASE: Hex = '0x3067048beee31b25b2f1681f88dac838c8bba36af25bfb2b7cf7473a5847e35f'

/** positions(uint256) */
const POSITIONS = '0x99fbab88'

const MAX_POSITIONS = 20

const MIN_SHARE = 0.01

/** keccak256 of Transfer(address,address,uint256). */
const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Balances read per token: one call of 500 reads costs about 3 million gas with an honest token. */
const MAX_HOLDERS = 500
/** Holders in the answer. */
const MAX_TOLD = 10
/** Sum of shares, in percent of the supply, at which no large holder is missing. A higher sum means that the token miscounts. */
const WHOLE = { least: 99.9, max: 100.1 } as const

export type DistributionQuestion = {
  block: PinnedBlock
  token: Address
  /** Lower case; null when unknown. */
  creator: Address | null
  /** Owners and other privileged accounts, lower case. */
  owners: readonly Address[]
  /** Block of the creation, where the first holders are found; null when unknown. */
  since: bigint | null
  /** How far back older blocks are asked too; null: they are not. */
  past?: BlocksBack | null
}

/**
 * Finds the holders of a token and of its liquidity: the accounts that recent transfers name and the obvious ones (burn
 * addresses, lockers, pools, creator, owners), with balances at the block. Null when the token does not tell its supply.
 * `lpHolders` are those of the deepest pool: holders of a shallow pool's LP tokens cannot affect trading.
 * @throws when the network cannot be read.
 */
export async function distribution(
  chain: ChainSource,
  { block, token, creator, owners, since, past = null }: DistributionQuestion,
  signal: AbortSignal,
): Promise<Distribution | null> {
  const known = lockers(chain.chain)
  const obvious = [...BURN_ADDRESSES, ...known.keys(), ...(creator === null ? [] : [creator]), ...owners, token]
  const withObvious = (more: readonly Address[]) => [...new Set([...obvious, ...more])].slice(0, MAX_HOLDERS)
  const sharesOf = (of: Address, more: readonly Address[]) =>
    readShares(chain, { block, token: of, accounts: withObvious(more) }, signal)
  const moved = movedAccounts(chain, { block, token, since, rare: false, max: MAX_HOLDERS }, signal)
  const found = tradePools(chain, { block, token }, signal)
  const appearing = Promise.all([found, moved]).then(([all, accounts]) => [...all.map(addressOf), ...accounts])
  const [pools, held, lp] = await Promise.all([
    found,
    appearing.then((accounts) => sharesOf(token, accounts)),
    found.then(async ([pool]) => {
      if (pool === undefined) return null
      // Pools without fee tiers (Algebra) have another position manager with another format.
      if (pool.style === 'v3')
        return pool.fee === null ? null : positionShares(chain, { block, since, token, pool }, signal)
      const asked = { block, token: pool.address, since, rare: true, max: MAX_HOLDERS }
      return sharesOf(pool.address, [pool.address, ...(await movedAccounts(chain, asked, signal))])
    }),
  ])
  if (held === null) return null
  const context: HolderContext = {
    pools: new Set(pools.map(addressOf)),
    lockers: known,
    creator,
    owners: new Set(owners),
  }
  const named = async (shares: readonly Share[]) =>
    Promise.all(
      shares.slice(0, MAX_TOLD).map(async ({ address, share }) => {
        const code = await chain.code(block, address, signal)
        return { address, share, kind: holderKind(address, code, context) }
      }),
    )
  const largest = held.map(addressOf)
  const others = withObvious(await appearing).filter((address) => !largest.includes(address))
  const [topHolders, lpHolders, before] = await Promise.all([
    named(held),
    lp && named(lp),
    past && pastDistribution(chain, { block, token, accounts: [...largest, ...others], since, past }, signal),
  ])
  return {
    liquidityUsd: liquidityUsd(pools),
    topHolders,
    // LP tokens that a pool holds of itself go to the first caller: it counts as a contract, not as a pool of the trader's.
    lpHolders: lpHolders?.map((one) => ({ ...one, kind: one.kind === 'pool' ? 'contract' : one.kind })) ?? null,
    ...(pools[0]?.style === 'v2' && { lpToken: pools[0].address }),
    sampled: !isWhole(held),
    before,
  }
}

function addressOf({ address }: { address: Address }): Address {
  return address
}

function isWhole(held: readonly Share[]): boolean {
  const sum = held.reduce((total, { share }) => total + share, 0)
  return sum >= WHOLE.least && sum <= WHOLE.max
}

/** Sums the quote sides; null when the price of one is unknown (the rest would pass for all of it), 0 without pools. */
function liquidityUsd(pools: readonly TradePool[]): number | null {
  return pools.reduce<number | null>(
    (sum, { depthUsd }) => (sum === null || depthUsd === null ? null : sum + depthUsd),
    0,
  )
}

/** Lockers of one network: address to name. */
export function lockers(chain: Chain): ReadonlyMap<Address, string> {
  return new Map(Object.entries(NETWORKS[chain].lockers) as [Address, string][])
}

/** Facts about a token that its holders are classified by. Addresses lower case. */
export type HolderContext = {
  pools: ReadonlySet<Address>
  lockers: ReadonlyMap<Address, string>
  creator: Address | null
  owners: ReadonlySet<Address>
}

type HolderKind = 'pool' | 'burned' | 'contract' | 'eoa' | 'creator' | 'owner' | 'locker'

/**
 * Classifies a holder by the first match: a burn address, a pool, a locker (with code: at its address on this very network), the
 * creator, an owner, a contract, an EOA. EIP-7702 accounts count as EOAs.
 */
export function holderKind(address: Address, code: Hex, context: HolderContext): HolderKind {
  const hasCode = code !== '0x' && !isDelegation(code)
  if (BURN_ADDRESSES.has(address)) return 'burned'
  if (context.pools.has(address)) return 'pool'
  if (hasCode && context.lockers.has(address)) return 'locker'
  if (address === context.creator) return 'creator'
  if (context.owners.has(address)) return 'owner'
  return hasCode ? 'contract' : 'eoa'
}

type MovedQuestion = Omit<LogQuestion, 'address' | 'event'> & {
  token: Address
  /** Liquidity tokens: transfers are rare among the pool's own events. */
  rare: boolean
  max: number
}

/** Accounts that a token's Transfer events name in recent blocks, the last first, and in its first. */
export async function movedAccounts(
  chain: ChainSource,
  { token, rare, max, ...question }: MovedQuestion,
  signal: AbortSignal,
): Promise<Address[]> {
  const logs = await tokenLogs(chain, { ...question, address: token, event: rare ? TRANSFER : null }, signal)
  const named = logs.filter(({ topics }) => topics[0] === TRANSFER).flatMap(parties)
  return [...new Set(named)].slice(0, max)
}

function parties({ topics }: ChainLog): Address[] {
  return topics.slice(1, 3).flatMap((topic) => {
    const value = BigInt(topic)
    return value >> 160n === 0n ? [`0x${value.toString(16).padStart(40, '0')}` as const] : []
  })
}

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

/** An account's part of a token, in percent of the supply. */
type Share = { address: Address; share: number }

/**
 * What each of the accounts holds of a token at the block, the largest first, dust left out: one upstream call. Null when the
 * token does not tell its supply, or has none. A token that says of one account more than there is says 100.
 * @throws when the network cannot be read.
 */
async function readShares(
  chain: ChainSource,
  { block, token, accounts }: { block: PinnedBlock; token: Address; accounts: readonly Address[] },
  signal: AbortSignal,
): Promise<Share[] | null> {
  const holders = [...new Set(accounts)]
  const reads = [callData('totalSupply'), ...holders.map((holder) => callData('balanceOf', holder))]
  const [supplyAnswer = null, ...answers] = await readAggregate(
    chain,
    { block, reads: reads.map((data) => ({ to: token, data })) },
    signal,
  )
  const supply = wordAt(supplyAnswer)
  if (supply === null || supply === 0n) return null
  return holders
    .map((address, index) => ({ address, share: percent(wordAt(answers[index] ?? null) ?? 0n, supply) }))
    .filter(({ share }) => share >= MIN_SHARE)
    .sort((a, b) => b.share - a.share || (a.address < b.address ? -1 : 1))
}

/** To a hundredth of a percent, downwards. */
function percent(part: bigint, whole: bigint): number {
  const hundredths = (part * 10_000n) / whole
  return Number(hundredths > 10_000n ? 10_000n : hundredths) / 100
}
