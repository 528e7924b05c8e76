import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import { wordAt } from '../../decode/callData.ts'
import { readAggregate } from '../../market/chainlinkPrice.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'

const MAX_WORDS = 12
const MAX_PRICES = 4
/** Wei of one token. */
const MAX_PRICE = 10n ** 18n

/** Returns words that may be the price of one token in a sale: those of the storage that it reads, and the answers of getters. */
export async function unitPrices(
  { chain, block, address, bytecode, signal }: PrivilegesContext,
  { reads }: ContractFunction,
): Promise<bigint[]> {
  const getters = bytecode.functions
    .filter(({ arguments: none, mutability }) => none === '' && (mutability === 'view' || mutability === 'pure'))
    .slice(0, MAX_WORDS)
  const [stored, answers] = await Promise.all([
    Promise.all(reads.slice(0, MAX_WORDS).map((slot) => chain.storage(block, address, slot, signal))),
    readAggregate(chain, { block, reads: getters.map(({ selector }) => ({ to: address, data: selector })) }, signal),
  ])
  const words = [...stored, ...answers].flatMap((one) => wordAt(one) ?? [])
  return [...new Set(words)].filter((word) => word > 1n && word <= MAX_PRICE).slice(0, MAX_PRICES)
}
