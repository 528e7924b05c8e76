import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { delegateOf } from '../../rpc/rpcValues.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { accountsInWord } from './accountWords.ts'

/** The contract, and a key that is not tried. */
export type Asked = { holder: Address; except: Address | null }
/** `senders`: the key, or wallets that it commands, one for each call. `shortens`: so many of the calls shorten a delay, after which so many
 * `seconds` pass behind the call that follows them. `time`: of each call that names one: a delay or a date. */
export type Attempt = {
  key: Address
  senders: readonly Address[]
  calls: readonly Transaction[]
  shortens?: number
  seconds?: bigint
  time?: bigint
}

export const COMMAND_GAS = 1_500_000n
export const WHAT = 'keys that command a contract'

/** Accounts without code of their own. A delegated one (EIP-7702) still has its key. */
export async function keysAmong(
  { chain, block, signal }: Pick<PrivilegesContext, 'chain' | 'block' | 'signal'>,
  accounts: readonly Address[],
): Promise<Address[]> {
  const codes = await Promise.all(accounts.map((one) => chain.code(block, one, signal)))
  return accounts.filter((_, at) => codes[at] === '0x' || delegateOf(codes[at] ?? '0x') !== null)
}

/** Types of the arguments, comma-separated, as its signature has them or as its code shows them. */
export function typesOf({ signature, arguments: recovered }: ContractFunction): string {
  return signature === null ? recovered : signature.slice(signature.indexOf('(') + 1, -1)
}

/** A word of call data. */
export function word(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`
}

const MAX_WORDS = 12

/** Accounts that an answer holds: one, or a list of them. `max`: words that are looked at. */
export function accountsIn(answer: Hex | null, max = MAX_WORDS): Address[] {
  const words = (answer ?? '0x').slice(2).match(/.{64}/g) ?? []
  return words.slice(0, max).flatMap((one) => accountsInWord(`0x${one}`))
}
