import type { Address } from '../address.ts'
import type { Facts } from '../facts.ts'

/**
 * Accounts that the sender has paid before, by the genuine logs of well-known tokens. What comes in makes no account
 * known: strangers send dust, and tokens of their own log payments that never were.
 */
export function paidBefore(senderHistory: Facts['senderHistory']): Set<Address> {
  return new Set(
    senderHistory
      .filter(({ direction, genuine, zeroValue }) => direction === 'out' && genuine && !zeroValue)
      .map(({ address }) => address),
  )
}
