import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { TokenFill } from '@redoubt/risk/facts/marketActs.ts'
import type { WalletTransfer } from '@redoubt/risk/facts/walletHistory.ts'

/** USD of one base unit of a payment asset at the time of a transfer; undefined for all other tokens, null when not known. */
export type QuoteValue = (
  asset: Address | null,
  transfer: Pick<WalletTransfer, 'blockNumber' | 'timestamp'>,
) => number | null | undefined

/**
 * Derives purchases and sales from transfers: in one transaction one token arrives and coin or dollars leave, or the reverse. All
 * other movements of a token are `in` and `out`: gifts, deposits, swaps of one token for another, and movements by transactions
 * of others. Oldest first.
 * @param isOwn whether the wallet acted by this transaction: forged transfers come in transactions of strangers.
 */
export function fillsOf(
  transfers: readonly WalletTransfer[],
  { isOwn, usdOf }: { isOwn(hash: Hex): boolean; usdOf: QuoteValue },
): TokenFill[] {
  const byHash = [...Map.groupBy(transfers, ({ hash }) => hash).values()]
  const inTime = byHash.sort(([a], [b]) =>
    a && b && a.blockNumber !== b.blockNumber ? (a.blockNumber < b.blockNumber ? -1 : 1) : 0,
  )
  return inTime.flatMap((together) => fillsOfOne(together, { isOwn, usdOf }))
}

function fillsOfOne(
  together: readonly WalletTransfer[],
  { isOwn, usdOf }: { isOwn(hash: Hex): boolean; usdOf: QuoteValue },
): TokenFill[] {
  const tokens = new Map<Address, bigint>()
  // USD received less USD given; null when a part of it has no known price.
  let quote: number | null = 0
  for (const transfer of together) {
    const { token, assetType, direction, amount } = transfer
    if (assetType !== 'native' && assetType !== 'erc20') continue
    const change = direction === 'in' ? amount : -amount
    const perUnit = usdOf(token, transfer)
    if (perUnit !== undefined) {
      quote = perUnit === null || quote === null ? null : quote + Number(change) * perUnit
    } else if (token !== null) tokens.set(token, (tokens.get(token) ?? 0n) + change)
  }
  const [first] = together
  const moved = [...tokens].filter(([, change]) => change !== 0n)
  if (first === undefined) return []
  const paid = moved.length === 1 && isOwn(first.hash) ? quote : 0
  return moved.map(([token, change]): TokenFill => {
    const incoming = change > 0n
    const traded = paid === null || (incoming ? paid < 0 : paid > 0)
    return {
      hash: first.hash,
      timestamp: first.timestamp,
      token,
      kind: traded ? (incoming ? 'buy' : 'sell') : incoming ? 'in' : 'out',
      amount: incoming ? change : -change,
      usd: traded && paid !== null ? Math.abs(paid) : null,
    }
  })
}
