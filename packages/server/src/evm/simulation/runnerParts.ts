import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { ChildPool } from './engine/childPool.ts'
import type { ContainedJob } from './engine/containment.ts'
import type { SimulationLimits } from './engine/simulationLimits.ts'

/** Parts that every kind of run shares. */
export type RunnerParts = {
  pool: ChildPool
  /** Runs a job in the scope of the account that asks; see Containment. */
  contain<Value>(job: ContainedJob<Value>): Promise<Value>
  /** Inputs of this scope known for a call tree over the cap. */
  oversized: Oversized
  sourceOf(block: PinnedBlock): ChainSource
  limits: SimulationLimits
}

/** Inputs remembered for having a call tree over the cap. */
const MAX_OVERSIZED = 1_000
/** How much of an oversized input is traced: its top call, or nothing. */
type Level = 'top-call' | 'flat'
export type Oversized = { get(key: string): Level | undefined; put(key: string, level: Level): void }

/** Remembers oversized inputs, those of each scope apart: what one account did changes no other account's answer. */
export function createOversized(): (scope: string) => Oversized {
  const levels = new Map<string, Level>()
  return (scope) => ({
    get: (key) => levels.get(`${scope} ${key}`),
    put(key, level) {
      levels.set(`${scope} ${key}`, level)
      const oldest = levels.keys().next().value
      if (levels.size > MAX_OVERSIZED && oldest !== undefined) levels.delete(oldest)
    },
  })
}
