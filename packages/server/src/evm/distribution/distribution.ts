import type { Address } from '@redoubt/risk/address.ts'
import { BURN_ADDRESSES } from '@redoubt/risk/burnAddresses.ts'
import type { Distribution } from '@redoubt/risk/facts/distribution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { type TradePool, tradePools } from '../trade/tradePools.ts'
import { type HolderContext, holderKind } from './holderKind.ts'
import { lockers } from './lockers.ts'
import { movedAccounts } from './movedAccounts.ts'
import { positionShares } from './positionShares.ts'
import { readShares, type Share } from './readShares.ts'

/** Balances read per token: one call of 500 reads costs about 3 million gas with an honest token. */
const MAX_HOLDERS = 500
/** Holders in the answer. */
const MAX_TOLD = 10
/** Sum of shares, in percent of the supply, at which no large holder is missing. A higher sum means that the token miscounts. */
const WHOLE = { least: 99.9, most: 100.1 } as const

export type DistributionQuestion = {
  block: PinnedBlock
  token: Address
  /** Lower case; null when unknown. */
  creator: Address | null
  /** Owners and other privileged accounts, lower case. */
  owners: readonly Address[]
  /** Block of the creation, where the first holders are found; null when unknown. */
  since: bigint | null
}

/**
 * Finds the holders of a token and of its liquidity: the accounts that recent transfers name and the obvious ones (burn
 * addresses, lockers, pools, creator, owners), with balances at the block. Null when the token does not tell its supply.
 * `lpHolders` are those of the deepest pool: holders of a shallow pool's LP tokens cannot affect trading.
 * @throws when the network cannot be read.
 */
export async function distribution(
  chain: ChainSource,
  { block, token, creator, owners, since }: DistributionQuestion,
  signal: AbortSignal,
): Promise<Distribution | null> {
  const known = lockers(chain.chain)
  const obvious = [...BURN_ADDRESSES, ...known.keys(), ...(creator === null ? [] : [creator]), ...owners, token]
  const sharesOf = (of: Address, more: readonly Address[]) =>
    readShares(chain, { block, token: of, accounts: [...obvious, ...more].slice(0, MAX_HOLDERS) }, signal)
  const moved = movedAccounts(chain, { block, token, since, rare: false, most: MAX_HOLDERS }, signal)
  const found = tradePools(chain, { block, token }, signal)
  const [pools, held, lp] = await Promise.all([
    found,
    Promise.all([found, moved]).then(([all, accounts]) => sharesOf(token, [...all.map(addressOf), ...accounts])),
    found.then(async ([pool]) => {
      if (pool === undefined) return null
      // Pools without fee tiers (Algebra) have another position manager with another format.
      if (pool.style === 'v3')
        return pool.fee === null ? null : positionShares(chain, { block, since, token, pool }, signal)
      const asked = { block, token: pool.address, since, rare: true, most: MAX_HOLDERS }
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
  const [topHolders, lpHolders] = await Promise.all([named(held), lp && named(lp)])
  return {
    liquidityUsd: liquidityUsd(pools),
    topHolders,
    // LP tokens that a pool holds of itself go to the first caller: it counts as a contract, not as a pool of the trader's.
    lpHolders: lpHolders?.map((one) => ({ ...one, kind: one.kind === 'pool' ? 'contract' : one.kind })) ?? null,
    sampled: !isWhole(held),
  }
}

function addressOf({ address }: { address: Address }): Address {
  return address
}

function isWhole(held: readonly Share[]): boolean {
  const sum = held.reduce((total, { share }) => total + share, 0)
  return sum >= WHOLE.least && sum <= WHOLE.most
}

/** Sums the priced quote sides; null when no pool has a price, 0 without pools. */
function liquidityUsd(pools: readonly TradePool[]): number | null {
  const priced = pools.flatMap(({ depthUsd }) => (depthUsd === null ? [] : [depthUsd]))
  return pools.length > 0 && priced.length === 0 ? null : priced.reduce((sum, usd) => sum + usd, 0)
}
