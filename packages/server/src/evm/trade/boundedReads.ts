import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Read } from '../decode/aggregate.ts'
import type { Simulator } from '../simulation/simulator.ts'
import { readTraderAnswers, type TwoWords, traderReads } from './trader.ts'
import { TRADER_CODE } from './traderCode.generated.ts'

/**
 * Reads of strangers' contracts in the simulator: an answer of megabytes, or one that takes all gas, costs neither the other
 * reads nor the operator's node. The first two words of each; null where it failed or is shorter than one.
 * @throws SimulationUnavailable
 */
export async function boundedReads(
  simulator: Simulator,
  { block, trader, reads }: { block: PinnedBlock; trader: Address; reads: readonly Read[] },
  signal: AbortSignal,
): Promise<TwoWords[]> {
  if (reads.length === 0) return []
  // From itself: no account's balance has to be pretended.
  const call = { from: trader, to: trader, value: 0n, data: traderReads(reads), gas: GAS }
  const stateOverrides = { [trader]: { balance: POCKET, code: TRADER_CODE } }
  const [outcomes] = await simulator.simulateSequences({
    block,
    sequences: [{ blocks: [{ calls: [call] }], stateOverrides }],
    signal,
  })
  const outcome = outcomes?.[0]
  return readTraderAnswers(outcome?.success === true ? outcome.output : null, reads.length)
}

/** Pays for the gas at any price. */
const POCKET = 10n ** 24n
/** Gas limit of one transaction (EIP-7825). */
const GAS = 16_000_000n
