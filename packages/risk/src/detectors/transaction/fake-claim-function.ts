import { LURE_BY_SELECTOR, LURE_NAMES } from '../../contract/lures.ts'
import type { Loss } from '../../derive/shapes.ts'
import { goesToWallet, retainedByService } from '../../derive/tokenPulls.ts'
import { defineDetector } from '../../engine/detector.ts'
import { describeAsset } from '../../wording/assetNames.ts'

/** Share of a holding, in percent, above which a payment for something unpriced is no fee. */
const MAX_FEE_PERCENT = 10n

export default defineDetector({
  id: 'fake-claim-function',
  title: 'Fake claim function that takes assets',
  why: 'A function named like “claim” or “securityUpdate” should cost nothing but the network fee. Drainer kits use such names so that the wallet shows something harmless.',
  advice: 'Reject it and leave the site.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'loss',
  needs: ['transaction', 'decodedSteps', 'movements', 'recipient', 'counterparties'],
  detect: ({ transaction, decodedSteps, movements, recipient, counterparties }) => {
    const lures = decodedSteps.filter(
      ({ selector, functionName }) =>
        (selector !== null && LURE_BY_SELECTOR.has(selector)) ||
        (functionName !== null && LURE_NAMES.test(functionName)),
    )
    if (lures.length === 0) return 'not-applicable'
    const context = { transaction, recipient, counterparties }
    const taken = movements.lost.filter(
      (loss) => loss.how !== 'sent' && isTooMuch(loss) && !retainedByService(loss, context),
    )
    if (taken.length === 0) return []
    const unpaid = taken.some(({ returned }) => returned === 'nothing')
    const pooled = taken.length === 1 && taken.every((loss) => loss.pooled === true)
    const byWallet = taken.some((loss) => goesToWallet(loss, context))
    const { functionName, selector } = lures[0] ?? { functionName: null, selector: null }
    const name = functionName ?? LURE_BY_SELECTOR.get(selector ?? '') ?? 'call'
    return [
      {
        severity: unpaid ? 'critical' : byWallet && !pooled ? 'high' : 'medium',
        description: `“${name}” sounds as if you receive assets; instead you lose ${taken.map(describeAsset).join(', ')}${unpaid ? '' : pooled ? ', and only a pool prices what you get' : ', and the assets you get have no known price'}.`,
        evidence: {
          function: name,
          selector,
          lost: taken.map(({ address, amount }) => `${amount} of ${address ?? 'native'}`),
        },
      },
    ]
  },
})

/** Whether the payment is no fee: a claim may charge one for a token without a price yet, but not a tenth of a holding. */
function isTooMuch({ returned, before, amount }: Loss): boolean {
  if (returned !== 'unpriced') return returned === 'nothing'
  return before === null || amount * 100n >= before * MAX_FEE_PERCENT
}
