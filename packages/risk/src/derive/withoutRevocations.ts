import type { Address, Hex } from '../address.ts'
import { SELECTORS } from '../contract/selectors.ts'
import type { Transaction } from '../facts/transaction.ts'

/** decreaseAllowance(address,uint256). */
const DECREASE: Hex = '0xa457c2d7'
/** Words of a call behind its selector that say how much is allowed, by selector: zero takes an approval back. */
const ALLOWED_WORD: ReadonlyMap<string, number> = new Map([
  [SELECTORS.approve, 1],
  [SELECTORS.setApprovalForAll, 1],
  [SELECTORS.setOperator, 1],
  [SELECTORS.approveId, 2],
  [SELECTORS.permit2Approve, 2],
])

/**
 * Returns the transaction without the calls that only take approvals back: the accounts that they name get nothing, and may well be thieves.
 * `isCounted`: whether a token counts amounts; for others an approval of 0 may give item 0.
 */
export function withoutRevocations(transaction: Transaction, isCounted: (token: Address) => boolean): Transaction {
  const { calls, data, to } = transaction
  const isRevocation = (one: { to: Address | null; data: Hex }) =>
    takesBack(one.data) && (!one.data.startsWith(SELECTORS.approve) || (one.to !== null && isCounted(one.to)))
  // All call data of a bundle stands in its calls, too.
  if (calls !== undefined) return { ...transaction, data: '0x', calls: calls.filter((one) => !isRevocation(one)) }
  return isRevocation({ to, data }) ? { ...transaction, data: '0x' } : transaction
}

function takesBack(data: Hex): boolean {
  const selector = data.slice(0, 10)
  if (selector === DECREASE) return true
  const at = ALLOWED_WORD.get(selector)
  if (at === undefined) return false
  const word = data.slice(10 + 64 * at, 10 + 64 * (at + 1))
  return word.length === 64 && BigInt(`0x${word}`) === 0n
}
