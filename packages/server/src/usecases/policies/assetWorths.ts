import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import type { TransactionSources } from '../scans/transaction/transactionSources.ts'

const ERC20 = parseAbi(['function balanceOf(address holder) view returns (uint256)'])
const COIN_DECIMALS = 18
const MAX_ASSETS = 16
/** A price that comes later than this holds the request as one that is not known. */
const DEADLINE_MS = 4_000

/** Whose balance of a token is asked for. */
type Holding = { owner: Address; token: Address }

/** Worth of assets at a block. Null: not known. */
export type AssetWorths = {
  /** USD of base units. */
  usdOf(asset: Address | null, amount: bigint): number | null
  /** Base units. */
  balanceOf(owner: Address, token: Address): bigint | null
}

export const NO_WORTHS: AssetWorths = { usdOf: () => null, balanceOf: () => null }

/**
 * Reads prices, and balances of fungible tokens, that no executed change shows: an approval alone moves nothing, and puts at risk what
 * its owner holds. What cannot be read is not known; nothing is read beyond the bound.
 */
export async function gatherAssetWorths(
  sources: Pick<TransactionSources, 'unitPrice' | 'read' | 'account'>,
  {
    block,
    assets,
    holdings,
  }: { block: PinnedBlock; assets: readonly (Address | null)[]; holdings: readonly Holding[] },
  stopped: AbortSignal,
): Promise<AssetWorths> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(DEADLINE_MS)])
  const known = new Map<Address | null, { usd: number; decimals: number; maxUsd: number | null }>()
  const balances = new Map<string, bigint>()
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
  const read = async ({ owner, token }: Holding) => {
    const data = encodeFunctionData({ abi: ERC20, functionName: 'balanceOf', args: [owner] })
    const word = await sources.read(block, { to: token, data }, signal)
    if (word !== null && word.length === 66) balances.set(keyOf(owner, token), BigInt(word))
  }
  await Promise.allSettled([
    ...[...new Set(assets)].slice(0, MAX_ASSETS).map(price),
    ...[...new Map(holdings.map((one) => [keyOf(one.owner, one.token), one])).values()].slice(0, MAX_ASSETS).map(read),
  ])
  return {
    usdOf: (asset, amount) => {
      const found = known.get(asset)
      if (found === undefined) return null
      const usd = (Number(amount) / 10 ** found.decimals) * found.usd
      return Math.min(usd, found.maxUsd ?? Number.POSITIVE_INFINITY)
    },
    balanceOf: (owner, token) => balances.get(keyOf(owner, token)) ?? null,
  }
}

function keyOf(owner: Address, token: Address): string {
  return `${owner} ${token}`
}
