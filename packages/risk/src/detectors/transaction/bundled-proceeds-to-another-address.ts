import { paidBefore } from '../../derive/parts.ts'
import type { Loss, Part } from '../../derive/shapes.ts'
import { defineDetector } from '../../detector.ts'
import type { Account } from '../../facts/account.ts'
import { trustOf } from '../../trust.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { describeAsset } from '../../wording/assetNames.ts'

/** Percent of the proceeds that a transfer passes on, and of a transfer that is proceeds. */
const MAIN_PERCENT = 50n
/** USD below which people pay by converting just what they owe. */
const LARGE_USD = 1_000

export default defineDetector({
  id: 'bundled-proceeds-to-another-address',
  title: 'Bundled trade proceeds to another address',
  why: 'One call of the bundle swaps, wraps or unwraps an asset of yours, and another one sends what it brings to an account that you have not paid before. It is the same as a trade that names another receiver; only the trade looks like yours.',
  advice: 'Reject it unless you chose this receiver yourself. Compare the whole address.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'medium',
  family: 'loss',
  needs: ['parts', 'counterparties', 'pastDealings', 'principals'],
  detect: ({ parts, counterparties, pastDealings, principals }) => {
    if (parts.length < 2) return 'not-applicable'
    const familiar = paidBefore(pastDealings ?? [])
    return parts.flatMap((part) =>
      part.movements.lost.flatMap((loss) => {
        const [taker] = loss.takers
        if (loss.how !== 'sent' || taker === undefined || loss.takers.length > 1 || loss.tokenId !== null) return []
        if (familiar.has(taker) || principals.includes(taker)) return []
        const account = counterparties[taker]
        if (account === undefined || trustOf(account) === 'known') return []
        const { brought, worth } = proceedsOf(loss, parts, part)
        if ((loss.usd ?? worth) < LARGE_USD) return []
        if (brought * 100n < loss.amount * MAIN_PERCENT || loss.amount * 100n < brought * MAIN_PERCENT) return []
        const dealings =
          pastDealings === null
            ? 'Earlier payments to this account could not be read'
            : 'You have not paid this account before'
        return [
          {
            severity: isUnused(account) && pastDealings !== null ? ('high' as const) : ('medium' as const),
            description: `${nameAccount(taker, account)} receives ${describeAsset(loss)} that other calls of the bundle bring you. ${dealings}.`,
            evidence: { receiver: taker, asset: loss.address ?? 'native', amount: String(loss.amount) },
          },
        ]
      }),
    )
  },
})

/** What the other calls bring of the same asset in exchange for another one, and what they give for it in USD. */
function proceedsOf({ account, address }: Loss, parts: readonly Part[], own: Part): { brought: bigint; worth: number } {
  const trades = parts.flatMap(({ movements }, at) => {
    const given = movements.lost.filter((loss) => loss.account === account && loss.address !== address)
    const gained = movements.gained.filter((gain) => gain.account === account && gain.address === address)
    return parts[at] !== own && given.some(({ returned }) => returned !== 'nothing') ? [{ given, gained }] : []
  })
  return {
    brought: trades.flatMap(({ gained }) => gained).reduce((sum, { amount }) => sum + amount, 0n),
    worth: trades
      .flatMap(({ given, gained }) => (gained.length > 0 ? given : []))
      .reduce((sum, { usd }) => sum + (usd ?? 0), 0),
  }
}

function isUnused({ class: kind, nonce, balance, labels }: Account): boolean {
  return kind === 'eoa' && nonce === 0n && balance === 0n && labels.length === 0
}
