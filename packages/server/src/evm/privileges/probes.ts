import type { Hex } from '@redoubt/risk/address.ts'
import { keccak256, stringToHex } from 'viem/utils'

/** Logged by the probe: the contract whose log this is ran the probe's code as its own. */
export const PROBE_TOPIC: Hex = keccak256(stringToHex('redoubt: this code was run'))

const IMPLEMENTATION_SLOT = '360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'

/**
 * Code that is offered wherever a call takes an address. It passes for an implementation (proxiableUUID() of EIP-1822 answers
 * the EIP-1967 slot); to everything else it logs that it ran, and answers 1.
 * No PUSH0: forks before Shanghai do not have it.
 */
export const PROBE_CODE = code(
  '60003560e01c6352d1902d14603f57', // jump to 0x3f for proxiableUUID()
  `7f${PROBE_TOPIC.slice(2)}60006000a1`, // LOG1
  '600160005260206000f3', // return 1
  `5b7f${IMPLEMENTATION_SLOT}60005260206000f3`,
)

/** Logged by the receiver, with the first word of its call data and its caller. */
export const RECEIVER_TOPIC: Hex = keccak256(stringToHex('redoubt: this account was called'))

/** Logs who called it and with what, and answers 1. */
export const RECEIVER_CODE = code(`33600035${`7f${RECEIVER_TOPIC.slice(2)}`}60006000a3`, '600160005260206000f3')

/** Answers the balance of the account in its call data, and the size of that account's code. */
export const ACCOUNT_CODE = code('6000358031600052', '3b602052', '60406000f3')

function code(...parts: string[]): Hex {
  return `0x${parts.join('')}`
}
