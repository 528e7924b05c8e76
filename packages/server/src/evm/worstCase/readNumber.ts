import type { Address, Hex } from '@redoubt/risk/address.ts'
import { wordAt } from '../decode/callData.ts'
import { HOLDING } from '../decode/readState.ts'
import type { WorstCaseExecutionContext } from './worstCaseExecutionContext.ts'

/** First word of what a contract answers at the block; null when it has no answer. */
export async function readNumber(
  { chain, block, signal }: WorstCaseExecutionContext,
  to: Address,
  data: Hex,
): Promise<bigint | null> {
  return wordAt(await chain.ask(block, { to, data, ...HOLDING }, signal))
}
