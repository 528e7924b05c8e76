import { defineDetector } from '../../detector.ts'
import type { Account, Movement } from '../../facts.ts'
import { standingOf } from '../../standing.ts'
import { describeAsset } from '../../wording/formatAmount.ts'

/** Share of a holding above which losing it is a drain, in percent. */
const MOST_PERCENT = 50n

export default defineDetector({
  id: 'assets-drained',
  title: 'Assets leave that the call never names',
  why: 'An honest call says what it spends: the value you attach, the token in its path or arguments. Here assets leave through old approvals or tricks and nothing of value comes back. This is what a wallet drainer does.',
  advice: 'Reject the transaction. Then revoke the approvals through which the assets would have left.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'loss',
  decisive: true,
  needs: ['movements', 'counterparties', 'recipient'],
  detect: ({ movements, counterparties, recipient }) => {
    if (movements.gained.some(isOfValue)) return []
    const throughService = recipient !== null && standingOf(recipient) === 'known'
    const taken = movements.lost.filter(
      (loss) => loss.how === 'taken' && !goesToService(loss, counterparties, throughService),
    )
    if (taken.length === 0) return []
    const most = taken.some(({ before, amount }) => before === null || amount * 100n >= before * MOST_PERCENT)
    const byPerson = taken.some(({ takers }) => takers.some((taker) => isPerson(counterparties[taker])))
    return [
      {
        severity: taken.length > 1 || most || byPerson ? 'critical' : 'high',
        description: `You lose ${taken.map(describeAsset).join(', ')} and get nothing of value back, although the call names none of it.`,
        evidence: {
          assets: taken.map(({ address, tokenId }) => `${address ?? 'native'}${tokenId === null ? '' : `#${tokenId}`}`),
          amounts: taken.map(({ amount }) => String(amount)),
          takers: [...new Set(taken.flatMap(({ takers }) => takers))],
        },
      },
    ]
  },
})

/** A worthless token in return is part of the trick; native coin, a priced token or an item may be a price. */
function isOfValue({ assetType, usd }: Movement): boolean {
  return assetType === 'native' || (usd !== null && usd > 0)
}

function isPerson(account: Account | undefined): boolean {
  return account !== undefined && ['person', 'flagged'].includes(standingOf(account))
}

/** Known services move tokens to pools and gauges that nobody labelled, but not to people. */
function goesToService(
  { takers }: Movement,
  counterparties: Readonly<Record<string, Account>>,
  throughService: boolean,
): boolean {
  const standings = takers.map((taker) => {
    const account = counterparties[taker]
    return account ? standingOf(account) : 'unknown'
  })
  if (standings.length === 0) return throughService
  return standings.every((standing) => standing === 'known' || (throughService && standing === 'unknown'))
}
