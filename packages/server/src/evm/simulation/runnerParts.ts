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
  /** Calls of this scope whose last run was small. */
  small: SmallCalls
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

/** Calls remembered for having been small. */
const MAX_SMALL = 2_000
export type SmallCalls = { has(call: string): boolean; put(call: string, isSmall: boolean): void }

/** Remembers which function of which contract ran small the last time, for each scope apart. */
export function createSmallCalls(): (scope: string) => SmallCalls {
  const known = new Set<string>()
  return (scope) => ({
    has: (call) => known.has(`${scope} ${call}`),
    put(call, isSmall) {
      const key = `${scope} ${call}`
      known.delete(key)
      if (isSmall) known.add(key)
      const oldest = known.values().next().value
      if (known.size > MAX_SMALL && oldest !== undefined) known.delete(oldest)
    },
  })
}
