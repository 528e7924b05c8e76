import type { Address } from '@redoubt/risk/address.ts'
import type { Simulation, SimulationEnvironment } from '@redoubt/risk/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { compareRuns } from '../environments/runEnvironments.ts'
import type { CallOutcome, Sequence, Simulator } from '../simulator.ts'

/**
 * Another way in which the same calls may reach the chain. `probing`: only what it takes counts, as a failure may be due to
 * the way itself.
 */
export type OtherWay = { name: string; varies: readonly string[]; probing: boolean; sequence: Sequence }

/** Times the gas's price: what contracts charge and give back for gas does not count. */
const FEES = 4n

/**
 * Runs what a bundle or user operation does in the other ways it may be sent, and as it is, and compares what the account
 * loses, coins included. Code can tell them apart, and steal in one of them only.
 * @returns Nothing where the engine refused the run as it is.
 */
export async function otherWays(
  simulator: Pick<Simulator, 'simulateSequences'>,
  { block, account, signal }: { block: PinnedBlock; account: Address; signal: AbortSignal },
  { main, ways }: { main: Sequence; ways: readonly OtherWay[] },
): Promise<SimulationEnvironment[]> {
  if (ways.length === 0) return []
  const sequences = [main, ...ways.map(({ sequence }) => sequence)]
  const [ours = null, ...others] = await simulator
    .simulateSequences({ block, sequences, signal, transfers: true })
    .catch(() => [null])
  signal.throwIfAborted()
  const outcome = together(ours)
  if (outcome === null) return []
  const dust = FEES * outcome.gasUsed * block.baseFeePerGas
  return ways.flatMap(({ name, varies, probing }, index) => {
    const answer = together(others[index] ?? null)
    if (probing && !answer?.success) return []
    return compareRuns(
      { name, kind: 'sender', varies, apply: () => null },
      { coinbase: block.coinbase, sender: account, called: null, value: 0n, dust, outcome },
      { coinbase: block.coinbase, answer: answer ?? undefined },
    )
  })
}

/** Several transactions as one; what a failed one moved did not happen. */
function together(outcomes: readonly CallOutcome[] | null) {
  return (
    outcomes && {
      output: '0x' as const,
      gasUsed: outcomes.reduce((sum, { gasUsed }) => sum + gasUsed, 0n),
      success: outcomes.every(({ success }) => success),
      logs: outcomes.flatMap(({ success, logs }) => (success ? logs : [])),
    }
  )
}

/** Whether there is anything to compare: a run that was cut short, or refused, proves nothing about its calls. */
export function comparable({ trace, calls, outcome }: Simulation): boolean {
  return trace !== null && !!calls && outcome !== 'rejected'
}
