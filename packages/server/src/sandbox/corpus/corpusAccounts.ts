import type { Address } from '@redoubt/risk/address.ts'
import { getAddress, keccak256, stringToHex } from 'viem/utils'

/** An account without a known key: the sandbox's nodes accept transactions from any address. */
function accountOf(name: string): Address {
  return getAddress(`0x${keccak256(stringToHex(`redoubt corpus: ${name}`)).slice(-40)}`)
}

/** Who buys, holds and sells in every case. */
export const CORPUS_PEOPLE = {
  holder1: accountOf('holder 1'),
  holder2: accountOf('holder 2'),
  holder3: accountOf('holder 3'),
  stranger: accountOf('stranger'),
  /** Has a say in some cases, and made none of their contracts. */
  operator: accountOf('operator'),
} as const

/** The team behind one case: deployer, owner, provider of the liquidity. */
export function corpusTeam(id: string): Address {
  return accountOf(`team of ${id}`)
}
