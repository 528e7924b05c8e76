import type { Address, Hex } from '@redoubt/risk/address.ts'

/** EIP-7702: the code of a delegated account is this prefix and the delegate's address. */
const DELEGATION = /^0xef0100([0-9a-f]{40})$/

/** Returns the delegate whose code runs as the account with this code; null: none. */
export function delegateOf(code: Hex): Address | null {
  const delegate = DELEGATION.exec(code)?.[1]
  return delegate === undefined ? null : `0x${delegate}`
}
