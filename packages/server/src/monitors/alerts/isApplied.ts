import type { WatchedBlock } from '../ports.ts'
import type { DelegationActivity } from './activity.ts'
import type { BlockFacts, Learned } from './blockFacts.ts'

/**
 * Whether an authorisation took effect: it uses up its nonce of the account, which the block then did, and by no transaction of the account.
 * An old one that somebody sends again uses up none; one that was replaced in the same block took effect all the same. Null: nobody could say.
 */
export async function isApplied(
  { wallet, nonce }: DelegationActivity,
  { transactions }: Pick<WatchedBlock, 'transactions'>,
  facts: Pick<BlockFacts, 'nonces'>,
): Promise<Learned<boolean>> {
  const nonces = await facts.nonces(wallet)
  if (nonces === null) return null
  const { before, after } = nonces.value
  const isUsed = nonce >= before && nonce < after
  return { value: isUsed && !transactions.some((one) => one.from === wallet && one.nonce === nonce) }
}
