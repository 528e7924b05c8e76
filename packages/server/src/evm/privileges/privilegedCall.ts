import type { Address } from '@redoubt/risk/address.ts'
import type { PrivilegedCall } from '@redoubt/risk/facts/privileges.ts'
import type { Tried } from './calls/tried.ts'

/** The call in a form that a person can repeat. */
export function privilegedCall(
  { address }: { address: Address },
  { target, made, caller, way }: Tried,
): PrivilegedCall {
  return {
    caller: caller.address,
    callerRole: caller.role,
    ...(target.address === address ? {} : { to: target.address }),
    selector: made.selector,
    signature: made.signature,
    args: way.value === 0n ? way.args : [...way.args, `msg.value = ${way.value}`],
  }
}
