import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, parseAbiItem } from 'viem/utils'
import type { CorpusCall } from './corpusCase.ts'
import { type CorpusNames, resolveValue } from './corpusNames.ts'

/** The transaction that a call of the table means. Value in wei. */
export function corpusTransaction(
  { by, to = '$self', call, args = [], value = 0n }: CorpusCall,
  names: CorpusNames,
): { from: Address; to: Address; data: Hex; value: bigint } {
  const item = parseAbiItem(`function ${call}` as 'function f()')
  const data = encodeFunctionData({ abi: [item], args: args.map((each) => resolveValue(each, names)) as never })
  const address = (name: string) => resolveValue(name, names) as Address
  return { from: address(`$${by}`), to: address(to), data, value }
}
