import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { word } from '../../trade/trader.ts'

/**
 * Code of an account that is called back, compiled from `callbackCode.test.ts`. The prepared calls stand behind it. A call by the account
 * itself arms it: the next call-back makes the prepared calls. It answers a flash loan (ERC-3156) and the receipt of items (ERC-721,
 * ERC-1155) as they ask, and anything else with 1. It accepts coins, also with 2,300 gas.
 */
export const CALLBACK: Hex =
  ('0x3330146100c8576127105a106100ce57600054156100555760006000556100d06001015b8038146100555760608160003960600160405181606039' +
    '6000600060405160606020516000515af15060405101610023565b60003560e01c806323e30c8b14610092578063150b7a02146100bc578063f23a6e' +
    '61146100bc578063bc197c81146100bc57600160005260206000f35b7f439148f0bbc682ca079e46d6e2c2f0c1e3b820f1a291b069d8882abf8cf18d' +
    'd960005260206000f35b60e01b60005260206000f35b60016000555b005b') as Hex

/** The code with the calls that the first call-back makes once it is armed. */
export function callbackCode(calls: readonly (Pick<Transaction, 'value' | 'data'> & { to: Address })[]): Hex {
  const prepared = calls.map(
    ({ to, value, data }) => `${word(to)}${word(value)}${word(BigInt(data.length / 2 - 1))}${data.slice(2)}`,
  )
  return `${CALLBACK}${prepared.join('')}` as Hex
}
