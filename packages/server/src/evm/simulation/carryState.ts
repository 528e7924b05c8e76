import type { Simulation } from '@redoubt/risk/execution.ts'
import type { StateOverrides } from './simulator.ts'

/** The state a step left, as overrides for the next one. */
export function carryState(state: StateOverrides, step: Simulation): StateOverrides {
  const carried: StateOverrides = { ...state }
  for (const [address, change] of Object.entries(step.stateDiff)) {
    const key = address as `0x${string}`
    const before = carried[key] ?? {}
    const slots = Object.entries(change.storage).map(([slot, { after }]) => [slot, after])
    carried[key] = {
      ...before,
      ...(change.balance ? { balance: change.balance.after < 0n ? 0n : change.balance.after } : {}),
      ...(change.nonce ? { nonce: change.nonce.after } : {}),
      ...(change.code ? { code: change.code.after } : {}),
      storage: { ...before.storage, ...Object.fromEntries(slots) },
    }
  }
  return carried
}
