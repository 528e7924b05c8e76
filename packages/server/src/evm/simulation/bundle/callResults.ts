import type { CallFrame, CallResult, Simulation } from '@redoubt/risk/execution.ts'
import type { BundleCall } from '@redoubt/risk/facts/transaction.ts'
import { revertReason } from '../readCallTree.ts'

/** The simulation with what became of each call; a failure that undoes all of them is named with its place. */
export function withCallResults(
  simulation: Simulation,
  { calls, atomic }: { calls: readonly BundleCall[]; atomic: boolean },
): Simulation {
  const results = simulation.trace === null ? fromAnswer(simulation, calls, atomic) : fromTree(simulation.trace, calls)
  const failed = results?.findIndex(({ success }) => success === false) ?? -1
  const reason = results?.[failed]?.revertReason
  const named =
    simulation.outcome === 'reverted' && calls.length > 1 && reason
      ? `call ${failed + 1} of ${calls.length}: ${reason}`
      : simulation.revertReason
  return { ...simulation, revertReason: named, calls: results }
}

/** Frames come in the order of the calls; one that could not be paid for has none with some engines. */
function fromTree(root: CallFrame, calls: readonly BundleCall[]): CallResult[] {
  let at = 0
  return calls.map(({ to, value, data }) => {
    const frame = root.calls[at]
    const its = frame !== undefined && (to === null || frame.to === to) && frame.value === value && frame.input === data
    if (!its) return { to, success: null, gasUsed: 0n, revertReason: null }
    at++
    const success = frame.error === null
    const reason = success ? null : (frame.revertReason ?? frame.error)
    return { to, success, gasUsed: frame.gasUsed, revertReason: reason }
  })
}

/** Without the tree: the word that the program answers says which calls failed, if it came to its end. */
function fromAnswer(
  { success, output }: Simulation,
  calls: readonly BundleCall[],
  atomic: boolean,
): CallResult[] | null {
  if (!success || (!atomic && output.length !== 66)) return null
  const failed = atomic ? 0n : BigInt(output)
  return calls.map(({ to }, index) => {
    const ok = ((failed >> BigInt(index)) & 1n) === 0n
    return { to, success: ok, gasUsed: 0n, revertReason: ok ? null : revertReason(null) }
  })
}
