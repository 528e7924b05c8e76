import type { JudgedDeposit } from '../facts/deposit.ts'

/**
 * Whether the contract itself pays for its tokens: an executed deposit brought some of them, and an executed withdrawal all of the deposit back.
 * Such shares need no market. Not where a rule found that another account can have or keep deposits.
 */
export function isRedeemable(deposits: readonly JudgedDeposit[]): boolean {
  const isSafe = deposits.every(({ findings }) => findings.every(({ severity }) => !SERIOUS.has(severity)))
  return isSafe && deposits.some(({ redeemed }) => redeemed === true)
}

const SERIOUS: ReadonlySet<string> = new Set(['medium', 'high', 'critical'])
