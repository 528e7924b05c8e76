import { trustOf } from '../../accounts/trust.ts'
import { paidBefore } from '../../derive/parts.ts'
import type { Loss, Part } from '../../derive/shapes.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Account } from '../../facts/account.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { describeAsset } from '../../wording/assetNames.ts'

/** Percent of what was wrapped that a transfer passes on, and of all that is sent that was wrapped. */
const MAIN_PERCENT = 50n
/** USD below which it is a small payment. */
const LARGE_USD = 1_000

export default defineDetector({
  id: 'wrapped-coins-to-another-address',
  title: 'Wrapped coins sent to another address',
  why: 'One call of the bundle wraps or unwraps coins of yours, and another one sends them to an account that you have not paid before. A payment in the other form of the coin has little purpose but to look different: the wallet shows a deposit and a token.',
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
        const { brought, worth } = wrappedFor(loss, parts, part)
        const sent = sentOf(loss, parts)
        if ((loss.usd ?? worth) < LARGE_USD) return []
        // Wages are paid from what was there before.
        if (brought * 100n < sent * MAIN_PERCENT || loss.amount * 100n < brought * MAIN_PERCENT) return []
        const isNew = isUnused(account) && pastDealings !== null
        // Most payees want coins, not the token: unwrapping has a purpose.
        if (loss.address === null && !isNew) return []
        const dealings =
          pastDealings === null
            ? 'Earlier payments to this account could not be read'
            : 'You have not paid this account before'
        return [
          {
            severity: isNew && loss.address !== null ? ('high' as const) : ('medium' as const),
            description: `${nameAccount(taker, account)} receives ${describeAsset(loss)} that another call of the bundle wraps or unwraps for it. ${dealings}.`,
            evidence: { receiver: taker, asset: loss.address ?? 'native', amount: String(loss.amount) },
          },
        ]
      }),
    )
  },
})

/** Coins that other calls turn into their other form, one for one, and what they are worth in USD. */
function wrappedFor({ account, address }: Loss, parts: readonly Part[], own: Part): { brought: bigint; worth: number } {
  const wraps = parts.flatMap((part) => {
    const { to } = part.transaction
    const given = part.movements.lost.filter((loss) => loss.account === account && loss.address !== address)
    const gained = part.movements.gained.filter((gain) => gain.account === account && gain.address === address)
    const isWrap = given.some((one) => (address === null ? one.address === to : one.address === null && address === to))
    return part !== own && isWrap && gained.length > 0 ? [{ given, gained }] : []
  })
  return {
    brought: wraps.flatMap(({ gained }) => gained).reduce((sum, { amount }) => sum + amount, 0n),
    worth: wraps.flatMap(({ given }) => given).reduce((sum, { usd }) => sum + (usd ?? 0), 0),
  }
}

/** All that the calls send of the asset. */
function sentOf({ account, address }: Loss, parts: readonly Part[]): bigint {
  return parts
    .flatMap(({ movements }) => movements.lost)
    .filter((one) => one.how === 'sent' && one.account === account && one.address === address)
    .reduce((sum, { amount }) => sum + amount, 0n)
}

function isUnused({ class: kind, nonce, balance, labels }: Account): boolean {
  return kind === 'eoa' && nonce === 0n && balance === 0n && labels.length === 0
}
