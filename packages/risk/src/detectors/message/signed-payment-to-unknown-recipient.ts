import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import type { Facts } from '../../facts/facts.ts'
import { paymentsOf, type SignedPayment } from '../../message/messageCalls.ts'
import { judged } from '../../message/parties.ts'
import { paymentDifferences } from '../../message/paymentRequirements.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { describeAsset } from '../../wording/assetNames.ts'

/** Percent of the holding: less is like a purchase, more is like a theft. */
const SMALL_PERCENT = 10n
const MAJORITY_PERCENT = 50n
/** A payment is submitted within minutes; a signature that stays usable for a season is kept for later. */
const MAX_USUAL_SECONDS = 90n * 24n * 3600n

export default defineDetector({
  id: 'signed-payment-to-unknown-recipient',
  title: 'Signed token payment to unknown recipient',
  why: 'With EIP-3009, or an x402 payment by Permit2, the submitter of the signature sends your tokens to the address in it. It costs you no gas and looks like a login; you cannot take it back.',
  advice: 'Sign it only if you mean to pay this address this amount.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'medium',
  confidence: 'high',
  family: 'loss',
  decisive: true,
  needs: ['intents', 'named', 'worstCase', 'block', 'now', 'message', 'paymentRequirements'],
  detect: ({ intents, named, worstCase, block, now, message, paymentRequirements }) => {
    const payments = paymentsOf(intents, block)
    if (payments.length === 0) return 'not-applicable'
    const agreed =
      paymentRequirements !== null &&
      paymentDifferences(paymentRequirements, { intents, message, block, now }).length === 0
    const unknown = payments.filter(({ to }) => !named[to]).map(({ to }) => `account of ${to}`)
    const hits = payments.flatMap((one) => {
      const receiver = named[one.to]
      if (!receiver || trustOf(receiver) === 'known') return []
      const severity = severityOf(one, worstCase, now)
      // The signer accepted this recipient and this small amount.
      if (agreed && severity === 'low') return []
      const { symbol = null, decimals = null } = named[one.token]?.token ?? {}
      const asset = describeAsset({ ...one, assetType: 'erc20', address: one.token, symbol, decimals, tokenId: null })
      return [
        {
          severity,
          description: `${nameAccount(one.to, receiver)} gets ${asset} from you as soon as anyone submits the signature.`,
          evidence: {
            token: one.token,
            from: one.from,
            to: one.to,
            amount: String(one.amount),
            protocol: one.protocol,
            deadline: one.deadline === null ? null : String(one.deadline),
          },
        },
      ]
    })
    return judged(hits, unknown)
  },
})

function severityOf(
  { token, from, amount, deadline }: SignedPayment,
  { lost }: Facts['worstCase'],
  now: Facts['now'],
): Severity {
  const held = lost.find(({ address, account }) => address === token && account === from)?.before ?? null
  if (held === null) return 'medium'
  if (amount * 100n >= held * MAJORITY_PERCENT) return 'high'
  if (amount * 100n < held * SMALL_PERCENT) return 'low'
  return deadline === null || deadline > now + MAX_USUAL_SECONDS ? 'high' : 'medium'
}
