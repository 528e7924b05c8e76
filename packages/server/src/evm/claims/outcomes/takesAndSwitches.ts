import type { Address } from '@redoubt/risk/address.ts'
import type { ClaimSwitch, ClaimTake } from '@redoubt/risk/facts/claim.ts'

/** What takes a bid ends its withdrawal, too. */
export function switchOf(
  { caller, by, selector, signature, isKey, amount, receiver }: ClaimTake,
  asset: Address | null,
): ClaimSwitch {
  return { caller, by, selector, signature, isKey, takes: { asset, amount, receiver } }
}

/** A payment that no withdrawal competes with. */
export function takeOf({ caller, by, selector, signature, isKey, anyone, lifted, takes }: ClaimSwitch): ClaimTake {
  const { amount = 0n, receiver = caller } = takes ?? {}
  return {
    caller,
    by,
    selector,
    signature,
    isKey,
    after: 0,
    amount,
    receiver,
    ...(anyone && { anyone }),
    ...(lifted && { lifted }),
  }
}
