import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'
import { paymentsOf } from '../../message/messageCalls.ts'
import { judged } from '../../message/parties.ts'
import { MAX_USUAL_PAYMENT_SECONDS } from '../../message/paymentRequirements.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { describeAsset } from '../../wording/assetNames.ts'

export default defineDetector({
  id: 'long-lived-payment',
  title: 'Signed payment usable for months',
  why: 'A payment by signature (EIP-3009, x402) is submitted within minutes. One that stays usable for months can be submitted when you have forgotten it, long after the service was refused or paid otherwise.',
  advice: 'Ask for a payment that ends within minutes.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'medium',
  confidence: 'high',
  family: 'loss',
  needs: ['intents', 'named', 'block', 'now'],
  detect: ({ intents, named, block, now }) => {
    const payments = paymentsOf(intents, block)
    if (payments.length === 0) return 'not-applicable'
    const latest = now + MAX_USUAL_PAYMENT_SECONDS
    const long = payments.filter(({ deadline }) => deadline === null || deadline > latest)
    const unknown = long.filter(({ to }) => !named[to]).map(({ to }) => `account of ${to}`)
    const hits = long.flatMap(({ to, token, amount, deadline }) => {
      const receiver = named[to]
      if (!receiver || trustOf(receiver) === 'known') return []
      const { symbol = null, decimals = null } = named[token]?.token ?? {}
      const asset = describeAsset({ assetType: 'erc20', address: token, symbol, decimals, tokenId: null, amount })
      return [
        {
          description: `The signature for ${asset} to ${nameAccount(to, receiver)} stays usable ${deadline === null ? 'for ever' : 'for more than 30 days'}.`,
          evidence: {
            token,
            to,
            deadline: deadline === null ? null : String(deadline),
          },
        },
      ]
    })
    return judged(hits, unknown)
  },
})
