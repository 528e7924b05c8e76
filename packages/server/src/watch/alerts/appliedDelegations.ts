import type { Address } from '@redoubt/risk/address.ts'
import type { WatchedTransaction } from '../ports.ts'
import type { DelegationActivity } from './activity.ts'

/**
 * Returns the authorisations of an account that took effect in a block, in order. Any account may submit one again, or one
 * that was signed for later: it takes effect when its nonce is the account's nonce at that moment, and uses it up. So the
 * account's nonce is counted through the block.
 * @param authorized those of the account, in order.
 * @param nonces of the account, before the block and after it.
 */
export function appliedDelegations(
  transactions: readonly Pick<WatchedTransaction, 'hash' | 'from' | 'nonce'>[],
  authorized: readonly DelegationActivity[],
  { before, after }: { before: bigint; after: bigint },
): DelegationActivity[] {
  const wallet: Address | undefined = authorized[0]?.wallet
  const carried = Map.groupBy(authorized, ({ hash }) => hash)
  const applied: DelegationActivity[] = []
  const own = new Set<bigint>()
  let nonce = before
  let isCounted = true
  for (const { hash, from, nonce: sent } of transactions) {
    if (from === wallet) {
      isCounted &&= sent === nonce
      nonce = sent + 1n
      own.add(sent)
    }
    for (const one of carried.get(hash) ?? [])
      if (one.nonce === nonce) {
        applied.push(one)
        nonce++
      }
  }
  if (isCounted && nonce === after) return applied
  // The account's code created contracts, and each used up a nonce that is not visible here: every authorisation that may
  // have taken effect counts.
  return authorized.filter((one) => one.nonce >= before && one.nonce < after && !own.has(one.nonce))
}
