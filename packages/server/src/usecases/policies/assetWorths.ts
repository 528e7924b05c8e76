import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { TransactionSources } from '../scans/transaction/transactionSources.ts'

const COIN_DECIMALS = 18
const MAX_ASSETS = 16
/** A price that comes later than this holds the request as one that is not known. */
const DEADLINE_MS = 4_000

/** Worth of assets at a block. Null: not known. */
export type AssetWorths = {
  /** USD of base units. */
  usdOf(asset: Address | null, amount: bigint): number | null
}

export const NO_WORTHS: AssetWorths = { usdOf: () => null }

/**
 * Reads prices that no executed change shows: an approval alone moves nothing. What cannot be read is not known; nothing is read beyond the
 * bound.
 */
export async function gatherAssetWorths(
  sources: Pick<TransactionSources, 'unitPrice' | 'account'>,
  { block, assets }: { block: PinnedBlock; assets: readonly (Address | null)[] },
  stopped: AbortSignal,
): Promise<AssetWorths> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(DEADLINE_MS)])
  const known = new Map<Address | null, { usd: number; decimals: number; maxUsd: number | null }>()
  const price = async (asset: Address | null) => {
    const [found, decimals] = await Promise.all([
      sources.unitPrice(block, asset, signal),
      asset === null
        ? COIN_DECIMALS
        : sources
            .account(block, asset, signal)
            .then(({ token }) => (token?.standard === 'erc20' ? token.decimals : null)),
    ])
    if (found !== null && decimals !== null) known.set(asset, { usd: found.usd, maxUsd: found.maxUsd, decimals })
  }
  await Promise.allSettled([...new Set(assets)].slice(0, MAX_ASSETS).map(price))
  return {
    usdOf: (asset, amount) => {
      const found = known.get(asset)
      if (found === undefined) return null
      const usd = (Number(amount) / 10 ** found.decimals) * found.usd
      return Math.min(usd, found.maxUsd ?? Number.POSITIVE_INFINITY)
    },
  }
}
