import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { NETWORKS } from '../../chains/index.ts'
import { tokenMetadata } from '../decode/tokenMetadata.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { usdPrice } from './usdPrice.ts'

/** USD of a base unit of an asset, null for the coin; 0: nothing that can be trusted prices it. */
export type TrustedUnits = (asset: Address | null) => Promise<number>

/** Prices the coin and the tokens that others imitate: of any other token, a pool's price may be the thief's own. */
export function trustedUnits(chain: ChainSource, block: PinnedBlock, signal: AbortSignal): TrustedUnits {
  const { tokens, quoteTokens } = NETWORKS[block.chain]
  const genuine = new Set([...tokens, ...quoteTokens].map(({ address }) => address.toLowerCase()))
  const known = new Map<Address | null, Promise<number>>()
  return (asset) => {
    if (asset !== null && !genuine.has(asset)) return Promise.resolve(0)
    const unit = known.get(asset) ?? read(asset)
    known.set(asset, unit)
    return unit
  }

  async function read(asset: Address | null): Promise<number> {
    try {
      const [price, metadata] = await Promise.all([
        usdPrice(chain, { block, asset }, signal),
        asset === null ? { decimals: 18 } : tokenMetadata(chain, { block, address: asset }, signal),
      ])
      const decimals = metadata?.decimals ?? null
      return price === null || decimals === null ? 0 : price.usd / 10 ** decimals
    } catch {
      signal.throwIfAborted()
      return 0
    }
  }
}
