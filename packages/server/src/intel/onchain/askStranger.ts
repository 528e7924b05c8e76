import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../../evm/rpc/chainSource.ts'
import { type Asked, dataOf } from './askContract.ts'

/** Gas of one question, 60,000: a storage read or two. */
const GAS = 60_000
const ONE_WORD = 32

/**
 * Asks a contract that a stranger may have written. Null when it reverts or its answer cannot be read: silence is never an
 * answer. All questions to one contract in a tick are one call, and at most `most` bytes of an answer arrive.
 */
export async function askStranger(
  chain: ChainSource,
  { block, to, gas = GAS, most = ONE_WORD }: { block: PinnedBlock; to: Address; gas?: number; most?: number },
  asked: Asked,
  signal: AbortSignal,
): Promise<Hex | null> {
  try {
    return await chain.ask(block, { to, data: dataOf(asked), gas, most, topic: 'words' }, signal)
  } catch {
    signal.throwIfAborted()
    return null
  }
}
