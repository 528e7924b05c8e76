import { CHAIN_IDS } from '../chain.ts'
import type { Facts } from '../facts/facts.ts'
import type { PaymentRequirements } from '../facts/paymentRequirements.ts'
import { paymentsOf, type SignedPayment } from './messageCalls.ts'

/** Clients add the service's time to their own clock, which may run ahead. */
const CLOCK_SECONDS = 600n

/** A payment by signature is submitted within minutes; a signature that stays usable for longer is kept for later. */
export const MAX_USUAL_PAYMENT_SECONDS = 30n * 86_400n

/** One point in which a message departs from its payment requirements; `signed` and `required` as decimal text or address. */
export type PaymentDifference =
  | {
      member: 'payTo' | 'asset' | 'amount' | 'network' | 'validity'
      required: string
      signed: string
      payment: SignedPayment
    }
  /** The message is not one payment: it pays several times, or is another permission or none at all. */
  | { member: 'payment'; required: '1'; signed: string; payment: null }

/**
 * Compares a message with the payment requirements that its signer accepted. It may pay less, and never more, to another account,
 * in another token, on another network, or for longer. Empty when it is that payment.
 */
export function paymentDifferences(
  required: PaymentRequirements,
  { intents, message, block, now }: Pick<Facts, 'intents' | 'message' | 'block' | 'now'>,
): PaymentDifference[] {
  const payments = paymentsOf(intents, block)
  const [payment] = payments
  if (payment === undefined || payments.length !== intents.length || payments.length > 1)
    return [{ member: 'payment', required: '1', signed: String(payments.length), payment: null }]
  const { form } = message
  const domainChain = form.type === 'typed-data' ? form.domain.chainId : null
  const network = domainChain ?? BigInt(CHAIN_IDS[block.chain])
  const lasts = now + required.maxTimeoutSeconds + CLOCK_SECONDS
  const tooLong = payment.deadline === null || payment.deadline > lasts
  const points: [Exclude<PaymentDifference['member'], 'payment'>, boolean, unknown, unknown][] = [
    ['payTo', payment.to !== required.payTo, required.payTo, payment.to],
    ['asset', payment.token !== required.asset, required.asset, payment.token],
    ['amount', payment.amount > required.amount, required.amount, payment.amount],
    ['network', network !== required.chainId, required.chainId, network],
    ['validity', tooLong, lasts, payment.deadline ?? 'none'],
  ]
  return points
    .filter(([, differs]) => differs)
    .map(([member, , asked, signed]) => ({ member, required: String(asked), signed: String(signed), payment }))
}
