import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { chainlinkPrice } from './chainlinkPrice.ts'
import { poolPrice } from './poolPrice.ts'
import type { UsdPrice } from './price.ts'

/**
 * USD price of the native coin (null) or a token at the block: Chainlink's feed, else the deepest pool's mean over time.
 * Null when neither is good enough: no price is never a price of zero.
 * @example await usdPrice(chain, { block, asset: null }, signal) // { usd: 3500, source: 'Chainlink ETH/USD', mostUsd: null }
 */
export async function usdPrice(
  chain: ChainSource,
  { block, asset }: { block: PinnedBlock; asset: Address | null },
  signal: AbortSignal,
): Promise<UsdPrice | null> {
  const oracle = await chainlinkPrice(chain, { block, asset }, signal)
  return oracle !== null || asset === null ? oracle : poolPrice(chain, { block, token: asset }, signal)
}
