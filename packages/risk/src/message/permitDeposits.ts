import type { Address } from '../address.ts'
import { isWhole } from '../derive/claimed.ts'
import type { PermitDeposit } from '../facts/claim.ts'

/** Returns the tested deposit that a permission allows; null where its spender takes none. */
export function depositOf(
  deposits: readonly PermitDeposit[],
  { spender, token, owner }: { spender: Address; token: Address; owner: Address },
): PermitDeposit | null {
  return deposits.find((one) => one.spender === spender && one.token === token && one.claim.account === owner) ?? null
}

/** Whether all of a deposit but a fee comes back, and no privileged call stops that. */
export function isSafeDeposit(deposit: PermitDeposit | null): boolean {
  return deposit !== null && isWhole(deposit.claim) && deposit.claim.switches.length === 0
}
