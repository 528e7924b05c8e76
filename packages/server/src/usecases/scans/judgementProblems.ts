import type { Chain } from '@redoubt/risk/chain.ts'
import type { GatheredFacts, MissingFact } from '@redoubt/risk/engine/gatherFacts.ts'
import type { FactName } from '@redoubt/risk/facts/facts.ts'
import { ApiError } from '../../errors.ts'

/** No place is free for another judgement, and none is kept. */
export class JudgesBusy extends Error {
  constructor() {
    super('too many contracts are being scanned')
    this.name = 'JudgesBusy'
  }
}

/** Whether an error is an execution or a judgement lost to others' work. Told by name: use cases know no engine. */
export function isBusy(error: unknown): boolean {
  if (error instanceof JudgesBusy) return true
  return (
    error instanceof Error && error.name === 'SimulationUnavailable' && 'reason' in error && error.reason === 'busy'
  )
}

/** Returns what to say of an incomplete judgement. Its score already is at least what missing decisive facts ask for. */
export function notScanned(root: FactName, scan: 'contract' | 'wallet'): MissingFact {
  const message = `the ${scan} scan of the address is incomplete`
  return { reason: 'late', message, root, error: new Error(message), decisive: false }
}

/** @throws ApiError OVERLOADED when the judgement that decides could not be made because too many are being made. */
export function refuseWhenBusy({ missing }: GatheredFacts, name: FactName, chain: Chain): void {
  if (missing[name]?.error instanceof JudgesBusy)
    throw new ApiError('OVERLOADED', { detail: `Too many scans are under way on ${chain}.`, retryAfter: 1 })
}
