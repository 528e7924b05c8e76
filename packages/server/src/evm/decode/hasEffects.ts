import type { Simulation } from '@redoubt/risk/execution.ts'

/**
 * Whether the execution left anything: false for a reverted or halted run. A rejected transaction (nonce, fees) counts as
 * what it would do once that obstacle is gone, so that nothing can hide behind one.
 * @throws when a rejected transaction was not executed at all: its effects are unknown, not none.
 */
export function hasEffects({ outcome, trace, truncated, stateDiff }: Simulation): boolean {
  if (outcome !== 'rejected') return outcome === 'succeeded'
  if (trace !== null) return trace.error === null
  if (!truncated) throw new Error('the transaction was rejected unexecuted, so its effects are unknown')
  return Object.keys(stateDiff).length > 0
}
