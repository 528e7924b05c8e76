import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import type { Facts } from '../../facts/facts.ts'
import {
  MAX_USUAL_PAYMENT_SECONDS,
  type PaymentDifference,
  paymentDifferences,
} from '../../message/paymentRequirements.ts'
import { shortAddress } from '../../wording/accountNames.ts'
import { describeAsset, nameAsset } from '../../wording/assetNames.ts'

export default defineDetector({
  id: 'payment-outside-requirements',
  title: 'Payment outside its requirements',
  why: 'A service that asks for a payment (x402) states the account, token, amount, network and time. A message that signs anything else takes more than you accepted. A signature cannot be taken back.',
  advice: 'Reject the message. Build the payment from the requirements again.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  family: 'loss',
  needs: ['paymentRequirements', 'intents', 'message', 'block', 'now', 'named'],
  detect: ({ paymentRequirements, intents, message, block, now, named }) => {
    if (paymentRequirements === null) return 'not-applicable'
    return paymentDifferences(paymentRequirements, { intents, message, block, now }).map((difference) => {
      const { member, required, signed } = difference
      return {
        severity: severityOf(difference),
        description: describe(difference, named),
        evidence: { member, required, signed },
      }
    })
  },
})

/** Some minutes more do little; months are time enough to use the signature when the account is richer. */
function severityOf({ member, required, signed }: PaymentDifference): Severity {
  if (member !== 'validity') return 'high'
  return signed === 'none' || BigInt(signed) > BigInt(required) + MAX_USUAL_PAYMENT_SECONDS ? 'high' : 'medium'
}

function describe(difference: PaymentDifference, named: Facts['named']): string {
  const { member, required, signed } = difference
  if (member === 'payment')
    return signed === '0'
      ? 'A payment is required, and the message allows something else.'
      : `One payment is required, and the message allows ${signed === '1' ? 'more than a payment' : `${signed} payments`}.`
  const { payment } = difference
  const { symbol = null, decimals = null } = named[payment.token]?.token ?? {}
  const amount = (units: string) =>
    describeAsset({
      assetType: 'erc20',
      address: payment.token,
      symbol,
      decimals,
      tokenId: null,
      amount: BigInt(units),
    })
  switch (member) {
    case 'payTo':
      return `The payment goes to ${shortAddress(payment.to)}; the requirements name ${shortAddress(required as `0x${string}`)}.`
    case 'asset':
      return `The payment takes ${nameAsset(symbol, payment.token)} of the contract ${shortAddress(payment.token)}; the requirements name the token ${shortAddress(required as `0x${string}`)}.`
    case 'amount':
      return `The payment takes ${amount(signed)}; the requirements ask for ${amount(required)}.`
    case 'network':
      return `The payment is for the network with chain id ${signed}; the requirements name chain id ${required}.`
    case 'validity':
      return `The payment can be submitted ${timeOf(signed)}; the requirements allow it ${timeOf(required)}.`
  }
}

const YEAR_9999 = 253_402_300_799n

function timeOf(seconds: string): string {
  if (seconds === 'none' || BigInt(seconds) > YEAR_9999) return 'for ever'
  return `until ${new Date(Number(seconds) * 1_000).toISOString().slice(0, 19)}Z`
}
