import { claimOn } from '../../derive/claimed.ts'
import { goesToWallet, retainedByService } from '../../derive/tokenPulls.ts'
import { defineDetector } from '../../detector.ts'
import { describeAsset } from '../../wording/assetNames.ts'

/** Share of a holding above which losing it is a drain, in percent. */
const MAJORITY_PERCENT = 50n

export default defineDetector({
  id: 'asset-drain-through-approvals',
  title: 'Asset drain through existing approvals',
  why: 'An honest call names the assets it spends: the coins you attach, the token in its path or arguments. Here assets leave through old approvals or other tricks, and nothing of value comes back. A wallet drainer does this.',
  advice: 'Reject the transaction. Then revoke the approvals through which the assets would have left.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'loss',
  decisive: true,
  needs: ['transaction', 'movements', 'counterparties', 'recipient', 'claims'],
  detect: ({ transaction, movements, counterparties, recipient, claims }) => {
    const context = { transaction, recipient, counterparties }
    const taken = movements.lost.filter(
      (loss) => loss.how === 'taken' && loss.returned !== 'value' && !retainedByService(loss, context),
    )
    if (taken.length === 0) return []
    const isMajority = taken.some(({ before, amount }) => before === null || amount * 100n >= before * MAJORITY_PERCENT)
    // Burned for what the called contract issues in return, as in a migration: no account gains by it.
    const isMigration = taken.every(({ takers, returned }) => takers.length === 0 && returned === 'unpriced')
    // The called contract itself has it, and whether a withdrawal pays it back could not be tested.
    const isUntested = taken.every(
      (loss) =>
        loss.takers.length > 0 &&
        loss.takers.every((taker) => taker === recipient?.address) &&
        claimOn(claims, loss)?.unreadable === true,
    )
    const byWallet = taken.some((loss) => goesToWallet(loss, context))
    return [
      {
        severity:
          isMigration || isUntested ? 'medium' : taken.length > 1 || isMajority || byWallet ? 'critical' : 'high',
        description: `You lose ${taken.map(describeAsset).join(', ')} and get nothing of value back; the call names none of these assets.`,
        evidence: {
          assets: taken.map(({ address, tokenId }) => `${address ?? 'native'}${tokenId === null ? '' : `#${tokenId}`}`),
          amounts: taken.map(({ amount }) => String(amount)),
          takers: [...new Set(taken.flatMap(({ takers }) => takers))],
        },
      },
    ]
  },
})
