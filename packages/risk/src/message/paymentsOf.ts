import type { Address } from '../address.ts'
import type { Facts } from '../facts.ts'
import { isExpired } from './isExpired.ts'

/** Tokens that leave for a receiver who is part of what is signed (EIP-3009). Amounts in base units. */
export type SignedPayment = { protocol: string | null; token: Address; from: Address; to: Address; amount: bigint }

/** The payments a message orders; what one sends to oneself is none, nor what expired before the block. */
export function paymentsOf(intents: Facts['intents'], block: Facts['block']): SignedPayment[] {
  return intents.flatMap((intent) => {
    if (intent.kind !== 'transfer' || intent.to === null || intent.to === intent.from || intent.amount === 0n) return []
    if (isExpired(intent, block)) return []
    const { protocol, token, from, to, amount } = intent
    return [{ protocol, token, from, to, amount }]
  })
}
