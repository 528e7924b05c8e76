import type { Hex } from '@redoubt/risk/address.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { word } from '../trade/trader.ts'

/** Storage that arms the code: the first call-back makes the prepared calls, later ones only answer. */
export const ARMED: Record<Hex, Hex> = { [`0x${word(0n)}` as const]: `0x${word(1n)}` }

/**
 * Code of an account that is called back, compiled from `callbackCode.test.ts`. The prepared calls stand behind it. It answers a flash loan
 * (ERC-3156) and the receipt of items (ERC-721, ERC-1155) as they ask, and anything else with 1. It accepts coins, also with 2,300 gas.
 */
export const CALLBACK: Hex =
  ('0x6127105a106100c1576000541561004e5760006000556100c36001015b80381461004e576060816000396060016040518160603960006000604051' +
    '60606020516000515af1506040510161001c565b60003560e01c806323e30c8b1461008b578063150b7a02146100b5578063f23a6e61146100b55780' +
    '63bc197c81146100b557600160005260206000f35b7f439148f0bbc682ca079e46d6e2c2f0c1e3b820f1a291b069d8882abf8cf18dd9600052602060' +
    '00f35b60e01b60005260206000f35b005b') as Hex

/** The code with calls for the first call-back. */
export function callbackCode(calls: readonly (Pick<Transaction, 'value' | 'data'> & { to: Hex })[]): Hex {
  const prepared = calls.map(
    ({ to, value, data }) => `${word(to)}${word(value)}${word(BigInt(data.length / 2 - 1))}${data.slice(2)}`,
  )
  return `${CALLBACK}${prepared.join('')}` as Hex
}
