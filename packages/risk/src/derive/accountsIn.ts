import type { Address } from '../address.ts'
import type { Transaction } from '../facts/transaction.ts'

/** Accounts that one deposit is for, as wages are. */
const MAX_NAMED = 8
const ZEROS = '0'.repeat(24)
const MIN_ACCOUNT = 1n << 120n

/** Words of the call data that are addresses, the first `max` of them. */
export function accountsIn({ data, calls = [] }: Transaction, max = MAX_NAMED): Address[] {
  const all = [data, ...calls.map((one) => one.data)].flatMap((one) => one.slice(10).match(/.{64}/g) ?? [])
  const accounts = all.filter((one) => one.startsWith(ZEROS) && BigInt(`0x${one}`) >= MIN_ACCOUNT)
  return [...new Set(accounts.map((one): Address => `0x${one.slice(24)}`))].slice(0, max)
}
