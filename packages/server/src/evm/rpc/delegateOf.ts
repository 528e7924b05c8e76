import type { Address, Hex } from '@redoubt/risk/facts.ts'

/** EIP-7702: the code of a delegated account is this prefix and the delegate's address. */
const DELEGATION = /^0xef0100([0-9a-f]{40})$/

/** Whose code runs as the account that has this code; null: nobody's. */
export function delegateOf(code: Hex): Address | null {
  const delegate = DELEGATION.exec(code)?.[1]
  return delegate === undefined ? null : `0x${delegate}`
}
