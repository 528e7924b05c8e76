import type { ApprovalActivity } from './activity.ts'

/** What an approval log amounts to: `nothing` when a spender used its permission up, or when all is as it was. */
export type ApprovalMeaning = 'new' | 'revoked' | 'nothing'

/**
 * Returns what an approval log means. Old tokens log the rest of an allowance each time it is used, and items lose their
 * approval when they move: neither is an act of the owner. Both show in what was moved in the same transaction.
 * @param before what the permission was just before; null: it could not be read, and the alert is sent all the same.
 */
export function approvalMeaning(
  { grant: { kind, after, tokenId }, moved }: Pick<ApprovalActivity, 'grant' | 'moved'>,
  before: bigint | null,
): ApprovalMeaning {
  if (before === after) return 'nothing'
  if (kind === 'token') {
    if (after > 0n) return 'new'
    return moved.some((one) => one.tokenId === tokenId) ? 'nothing' : 'revoked'
  }
  if (kind !== 'operator' && before !== null && after < before) {
    const [used, all] = [before - after, moved.reduce((sum, { amount }) => sum + amount, 0n)]
    if (all === used || moved.some(({ amount }) => amount === used)) return 'nothing'
  }
  return after > 0n ? 'new' : 'revoked'
}
