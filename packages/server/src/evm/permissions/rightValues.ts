import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { type KeptSignature, WHOLE } from '@redoubt/risk/facts/walletRights.ts'
import type { ApprovalPorts } from '../approvals/gatherApprovals.ts'
import { type CallEach, callEach } from '../approvals/readPermissions.ts'
import { priceTokens } from '../approvals/readTokens.ts'
import { addressAt, callData, type Read, wordAt } from '../decode/callData.ts'
import { tokenMetadata } from '../decode/tokenMetadata.ts'

import type { RightPlace } from './rightPlace.ts'
import { isCounted } from './signedStandards.ts'

/** The token that a right is over, and what it puts at risk, USD; null: not known. */
export type RightValue = { symbol: string | null; decimals: number | null; usd: number | null }

type Right = { place: RightPlace; amount: bigint; signature?: KeptSignature }
/** What is asked of a token; `token` null: the answer names it. `amount` null: all of the balance. */
type Question<One> = { right: One; read: Read; asset: { token: Address | null; amount: bigint | null } }
/** Amounts of tokens that may be taken; null: not known. */
type AtRisk = { token: Address; amount: bigint | null }

/** `UNDERLYING_ASSET_ADDRESS()` of Aave's debt tokens. */
const UNDERLYING: Hex = '0xb16a19de'

/**
 * Values the rights that are over tokens: an ERC-777 operator may take the balance, a credit delegate may borrow its allowance of the
 * underlying asset, a signature takes what it says and no more than the balance. Other rights have no token. Never rejects.
 */
export async function valueOfRights<One extends Right>(
  { chain, priceOf }: ApprovalPorts,
  { block, owner, rights }: { block: PinnedBlock; owner: Address; rights: readonly One[] },
  signal: AbortSignal,
): Promise<Map<One, RightValue>> {
  const ask = callEach(chain, block, signal)
  const risks = await amountsAtRisk(ask, { owner, rights })
  const assets = [...new Set([...risks.values()].flat().map(({ token }) => token))]
  const [prices, tokens] = await Promise.all([
    priceTokens((token) => priceOf(block, token, signal), assets),
    Promise.all(
      assets.map(
        async (address) => [address, await tokenMetadata(chain, { block, address }, signal).catch(() => null)] as const,
      ),
    ).then((read) => new Map(read)),
  ])
  const usdOf = ({ token, amount }: AtRisk): number | null => {
    const decimals = tokens.get(token)?.decimals ?? null
    const price = prices.get(token) ?? null
    if (amount === null || decimals === null || price === null) return null
    return Math.min((Number(amount) / 10 ** decimals) * price.usd, price.maxUsd ?? Infinity)
  }
  return new Map(
    [...risks].map(([right, parts]) => {
      const [first] = parts
      const token = first === undefined ? null : (tokens.get(first.token) ?? null)
      const worth = parts.map(usdOf)
      const usd =
        worth.includes(null) || worth.length === 0 ? null : worth.reduce<number>((sum, one) => sum + (one ?? 0), 0)
      return [
        right,
        { symbol: token?.symbol ?? null, decimals: token?.decimals ?? null, usd: usd && Math.round(usd * 100) / 100 },
      ]
    }),
  )
}

async function amountsAtRisk<One extends Right>(
  ask: CallEach,
  { owner, rights }: { owner: Address; rights: readonly One[] },
): Promise<Map<One, AtRisk[]>> {
  const balanceOf = (token: Address) => ({ to: token, data: callData('balanceOf', owner) })
  const questions = rights.flatMap((right): Question<One>[] => {
    const { place, signature, amount } = right
    if (!isCounted(place)) return []
    if (signature)
      return signature.assets.map(({ token, amount: whole }) => ({
        right,
        read: balanceOf(token),
        // Of an order that was filled in part.
        asset: { token, amount: (whole * amount + WHOLE - 1n) / WHOLE },
      }))
    if (place.standard === 'erc777')
      return [{ right, read: balanceOf(place.keeper), asset: { token: place.keeper, amount: null } }]
    return place.standard === 'credit-delegation'
      ? [{ right, read: { to: place.keeper, data: UNDERLYING }, asset: { token: null, amount } }]
      : []
  })
  const answers = await ask(questions.map(({ read }) => read))
  const found = new Map<One, AtRisk[]>()
  for (const [at, { right, asset }] of questions.entries()) {
    const answer = answers[at] ?? null
    const read = answer === 'failed' ? null : answer
    const token = asset.token ?? addressAt(read)
    if (token === null) continue
    const balance = asset.token === null ? null : wordAt(read)
    const amount = asset.token === null ? asset.amount : leastOf(asset.amount, balance)
    found.set(right, [...(found.get(right) ?? []), { token, amount }])
  }
  return found
}

/** No more than the balance; an amount of null is all of it. */
function leastOf(amount: bigint | null, balance: bigint | null): bigint | null {
  if (amount === null || balance === null) return balance
  return amount < balance ? amount : balance
}
