import type { Address } from '../address.ts'
import type { Loss, Movement, Part } from './shapes.ts'

/** Share of a holding that counts as nearly all, in percent. */
export const NEARLY_ALL_PERCENT = 90n
/** Share of a holding that must leave besides what the same execution bought, in percent. */
const OWN_PERCENT = 50n
/** Share of the priced holdings touched, 0-1, above which the money is surely the account's own. */
const LARGE_SHARE = 0.2
/** Share of the coins, in percent, that is more than a reserve for network fees. */
const NO_RESERVE_PERCENT = 25n

/** One holding, what leaves of it, and what there was. */
export type Holding = Pick<Loss, 'account' | 'assetType' | 'amount' | 'usd' | 'before'> & {
  asset: Address | null
  /** Without coins for network fees, with what was claimed; null when the balance before is not known. */
  held: bigint | null
  /** Came by calls for which nothing was given. */
  claimed: bigint
}

export function hasLeft(held: bigint | null, amount: bigint, percent: bigint): boolean {
  return held !== null && held > 0n && amount * 100n >= held * percent
}

/**
 * What the account has of an asset: what it held, without coins for network fees, and what calls bring for which it gives nothing. Claims
 * and withdrawals fetch what was its own.
 */
export function heldOf(one: Movement, parts: readonly Part[], reserve: bigint): bigint | null {
  const { address, before, tokenId } = one
  if (before === null || tokenId !== null) return before
  const needed = (before * (100n - NO_RESERVE_PERCENT)) / 100n
  const kept = address !== null ? 0n : reserve < needed ? reserve : needed
  return before - kept + claimedOf(one, parts)
}

export function claimedOf({ account, address, assetType }: Movement, parts: readonly Part[]): bigint {
  return parts
    .filter(({ movements }) => movements.lost.length === 0)
    .flatMap(({ movements }) => movements.gained)
    .filter((one) => one.account === account && one.address === address && one.assetType === assetType)
    .reduce((sum, { amount }) => sum + amount, 0n)
}

type Shares = { percent: bigint; reserve: bigint }

/**
 * What the same execution bought first and then pays is no holding that leaves, unless another was emptied for it, or it is a
 * large share of all: a purchase beside a theft of the same token changes nothing.
 */
export function leaves(sum: Holding, parts: readonly Part[], { percent, reserve }: Shares): boolean {
  const gains = parts
    .filter(({ movements }) => movements.lost.length > 0)
    .flatMap(({ movements }) => movements.gained.filter((one) => isOf(one, sum)))
  const bought = gains.reduce((total, { amount }) => total + amount, 0n)
  const own = sum.amount - bought
  const held = sum.held ?? 0n
  // No payment is by chance exactly what was there before, or what was claimed.
  if (sum.amount === sum.before || sum.amount === sum.claimed) return true
  const ownPercent = percent < OWN_PERCENT ? percent : OWN_PERCENT
  const isLarge = (shareOf([sum], parts) ?? 0) >= LARGE_SHARE
  if (hasLeft(sum.held, sum.amount, percent) && (own * 100n >= held * ownPercent || isLarge)) return true
  const isAll = sum.amount * 100n >= (held + bought) * percent
  // Coins or dollars that were there before do not make the proceeds of everything else a payment.
  return (
    (isAll && soldFor(sum, parts, { sold: NEARLY_ALL_PERCENT, sent: percent, reserve }) > 0) ||
    (isLarge && soldFor(sum, parts, { sold: percent, sent: percent, reserve }) > 0)
  )
}

/** How many holdings were sold for what leaves; shares in percent, `sold` of each holding and `sent` of what they fetched. */
export function soldFor(
  sum: Holding,
  parts: readonly Part[],
  percent: { sold: bigint; sent: bigint; reserve: bigint },
): number {
  const isSold = (loss: Loss) => hasLeft(heldOf(loss, parts, percent.reserve), loss.amount, percent.sold)
  const sales = parts.filter(
    ({ movements: { lost, gained } }) => gained.some((one) => isOf(one, sum)) && lost.some(isSold),
  )
  const fetched = sales
    .flatMap(({ movements }) => movements.gained.filter((one) => isOf(one, sum)))
    .reduce((total, { amount }) => total + amount, 0n)
  if (sum.amount * 100n < fetched * percent.sent) return 0
  const sold = sales.flatMap(({ movements }) => movements.lost.filter(isSold))
  return new Set(sold.map(({ account, address, tokenId }) => `${account}:${address ?? ''}:${tokenId ?? ''}`)).size
}

function isOf(one: Movement, sum: Holding): boolean {
  return one.account === sum.account && one.address === sum.asset && one.assetType === sum.assetType
}

export function shareOf(emptied: readonly Pick<Holding, 'usd'>[], parts: readonly Part[]): number | null {
  const holdings = new Map<string, number>()
  for (const { lost, gained } of parts.map(({ movements }) => movements))
    for (const { account, address, tokenId, usd, amount, before } of [...lost, ...gained])
      if (usd !== null && before !== null && tokenId === null && amount > 0n)
        holdings.set(`${account}:${address ?? ''}`, (usd * Number(before)) / Number(amount))
  const total = [...holdings.values()].reduce((sum, usd) => sum + usd, 0)
  if (total <= 0) return null
  return emptied.reduce((sum, { usd }) => sum + (usd ?? 0), 0) / total
}
