import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ApprovalPorts } from '../approvals/gatherApprovals.ts'
import { callEach } from '../approvals/readPermissions.ts'
import { priceTokens } from '../approvals/readTokens.ts'
import { addressAt, callData, wordAt } from '../decode/callData.ts'
import { tokenMetadata } from '../decode/tokenMetadata.ts'
import type { RightPlace } from './rightStandards.ts'

/** The token that a right is over, and what it puts at risk, USD; null: not known. */
export type RightValue = { symbol: string | null; decimals: number | null; usd: number | null }

/** `UNDERLYING_ASSET_ADDRESS()` of Aave's debt tokens. */
const UNDERLYING: Hex = '0xb16a19de'

/**
 * Values the rights that are over one token: an ERC-777 operator may take the balance, a credit delegate may borrow its allowance of the
 * underlying asset. Other rights have no single token. Never rejects.
 */
export async function valueOfRights<Right extends { place: RightPlace; amount: bigint }>(
  { chain, priceOf }: ApprovalPorts,
  { block, owner, rights }: { block: PinnedBlock; owner: Address; rights: readonly Right[] },
  signal: AbortSignal,
): Promise<Map<Right, RightValue>> {
  const ask = callEach(chain, block, signal)
  const valued = rights.filter(({ place }) => place.standard === 'erc777' || place.standard === 'credit-delegation')
  const answers = await ask(
    valued.map(({ place }) =>
      place.standard === 'erc777'
        ? { to: place.keeper, data: callData('balanceOf', owner) }
        : { to: place.keeper, data: UNDERLYING },
    ),
  )
  const amounts = valued.map(({ place, amount }, at) => {
    const answer = answers[at] ?? null
    const read = answer === 'failed' ? null : answer
    return place.standard === 'erc777'
      ? { asset: place.keeper, amount: wordAt(read) }
      : { asset: addressAt(read), amount }
  })
  const assets = [...new Set(amounts.flatMap(({ asset }) => asset ?? []))]
  const [prices, tokens] = await Promise.all([
    priceTokens((token) => priceOf(block, token, signal), assets),
    Promise.all(
      assets.map(
        async (address) => [address, await tokenMetadata(chain, { block, address }, signal).catch(() => null)] as const,
      ),
    ).then((read) => new Map(read)),
  ])
  return new Map(
    valued.map((right, at) => {
      const { asset = null, amount = null } = amounts[at] ?? {}
      const token = asset === null ? null : (tokens.get(asset) ?? null)
      const price = asset === null ? null : (prices.get(asset) ?? null)
      const decimals = token?.decimals ?? null
      const known = amount !== null && decimals !== null && price !== null
      const usd = known ? Math.min((Number(amount) / 10 ** decimals) * price.usd, price.maxUsd ?? Infinity) : null
      return [
        right,
        { symbol: token?.symbol ?? null, decimals, usd: usd === null ? null : Math.round(usd * 100) / 100 },
      ]
    }),
  )
}
