import type { Address, Hex } from '@redoubt/risk/address.ts'
import { readAggregate } from '../../market/chainlinkPrice.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { isBurnAddress } from '../effects.ts'
import { unlistedCallers } from '../holders/gatherCallers.ts'
import type { PrivilegesRequest } from '../privilegesRequest.ts'

/** Getters that are asked, and entries of one answer that are read. */
const MAX_GETTERS = 24
const MAX_ENTRIES = 16
const MAX_ACCOUNTS = 4
const WORD = 64
const MIN_ACCOUNT = 1n << 120n

type Request = Pick<PrivilegesRequest, 'block' | 'address' | 'bytecode' | 'creation' | 'trade'>

/**
 * Returns keys that may be on a contract's list of callers: those that its functions without arguments answer with, such as `defaultOperators()`,
 * then those that its creation and its log name. Accounts with code are left out, because their own rules decide.
 */
export async function listedAccounts(chain: ChainSource, request: Request, signal: AbortSignal): Promise<Address[]> {
  const { block, address, bytecode } = request
  const getters = bytecode.functions
    .filter(({ arguments: none, mutability }) => none === '' && (mutability === 'view' || mutability === 'pure'))
    .slice(0, MAX_GETTERS)
  const reads = getters.map(({ selector }) => ({ to: address, data: selector }))
  const [answers, unlisted] = await Promise.all([
    readAggregate(chain, { block, reads }, signal),
    unlistedCallers({ chain }, request, signal),
  ])
  const told = [...answers.flatMap((answer) => accountsInList(answer ?? '0x')), ...unlisted.map((one) => one.address)]
  const found = [...new Set(told)].filter((one) => one !== address && !isBurnAddress(BigInt(one)))
  const codes = await Promise.all(found.map((one) => chain.code(block, one, signal)))
  return found.filter((_, index) => codes[index] === '0x').slice(0, MAX_ACCOUNTS)
}

/** Returns the entries of an answer that is one list of accounts; none where it is anything else. */
export function accountsInList(answer: Hex): Address[] {
  const words = answer.slice(2).match(/.{64}/g) ?? []
  const [start, count, ...entries] = words.map((word) => BigInt(`0x${word}`))
  if (start !== 32n || count === undefined || count === 0n || BigInt(entries.length) !== count) return []
  const isAccount = (value: bigint) => value >= MIN_ACCOUNT && value >> 160n === 0n
  if (answer.length !== 2 + words.length * WORD || !entries.every(isAccount)) return []
  return entries.slice(0, MAX_ENTRIES).map((value): Address => `0x${value.toString(16).padStart(40, '0')}`)
}
