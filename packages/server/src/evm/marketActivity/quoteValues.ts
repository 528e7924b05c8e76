import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletTransfer } from '@redoubt/risk/facts/walletHistory.ts'
import { NETWORKS } from '../../chains/index.ts'
import { mapConcurrent } from '../../lib/mapConcurrent.ts'
import type { UsdPrice } from '../market/price.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { QuoteValue } from './fillsOf.ts'

const DAY = 86_400
/** Days whose price is read, the newest; an archive answers each by a few questions. */
const MAX_DAYS = 40
const AT_ONCE = 6
const DOLLARS: ReadonlySet<string | null> = new Set(['USDC', 'USDT', 'DAI'])

/**
 * Values of coin, wrapped coin and the large dollar tokens at the time of a transfer. A dollar is a dollar; the coin's price is read
 * in the state of that day, and is null where the node keeps no such state.
 */
export async function quoteValues(
  chain: Pick<ChainSource, 'chain' | 'blockAt'>,
  {
    transfers,
    priceOf,
  }: {
    transfers: readonly WalletTransfer[]
    priceOf(block: PinnedBlock, asset: null, signal: AbortSignal): Promise<UsdPrice | null>
  },
  signal: AbortSignal,
): Promise<QuoteValue> {
  const units = quoteUnits(chain.chain)
  const inCoin = transfers.filter(({ token, assetType }) => assetType === 'native' || units.get(token)?.coin === true)
  // One block stands for its day: the newest of the wallet's own in it.
  const days = new Map<string, bigint>()
  for (const { timestamp, blockNumber } of inCoin) {
    const day = dayOf({ timestamp, blockNumber })
    if (days.size < MAX_DAYS || days.has(day)) days.set(day, days.get(day) ?? blockNumber)
  }
  const prices = new Map(
    await mapConcurrent([...days], AT_ONCE, async ([day, blockNumber]): Promise<[string, number | null]> => {
      try {
        const price = await priceOf(await chain.blockAt(blockNumber, signal), null, signal)
        return [day, price?.usd ?? null]
      } catch {
        signal.throwIfAborted()
        return [day, null]
      }
    }),
  )
  return (asset, transfer) => {
    const unit = asset === null ? { coin: true, decimals: 18 } : units.get(asset)
    if (unit === undefined) return undefined
    const usd = unit.coin ? (prices.get(dayOf(transfer)) ?? null) : 1
    return usd === null ? null : usd / 10 ** unit.decimals
  }
}

function dayOf({ timestamp, blockNumber }: Pick<WalletTransfer, 'timestamp' | 'blockNumber'>): string {
  return timestamp === null ? `block ${blockNumber}` : String(Math.floor(timestamp / DAY))
}

/** Wrapped coin and dollars by address, with the decimals their issuers gave them. */
function quoteUnits(chain: Chain): Map<Address | null, { coin: boolean; decimals: number }> {
  const follows = new Map(NETWORKS[chain].tokens.map((token) => [token.address, token.follows]))
  return new Map(
    NETWORKS[chain].quoteTokens.map(({ address, decimals }) => [
      address,
      { coin: !DOLLARS.has(follows.get(address) ?? null), decimals },
    ]),
  )
}
