import type { Chain } from '@redoubt/risk/chain.ts'
import type { Simulation } from '@redoubt/risk/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { carryState } from './carryState.ts'
import { createChildPool } from './engine/childPool.ts'
import { createContainment } from './engine/containment.ts'
import { createQuarantine } from './engine/quarantine.ts'
import { SIMULATION_LIMITS, type SimulationLimits } from './engine/simulationLimits.ts'
import { createVariants } from './environments/variants.ts'
import { createReadCall } from './readCall.ts'
import { createRunner } from './runner.ts'
import { createOversized, type RunnerParts } from './runnerParts.ts'
import { createScreen } from './screen.ts'
import { createSequences } from './sequences.ts'
import type { SharedSimulator, Simulator, StateOverrides } from './simulator.ts'
import { createSlotsRead } from './slotsRead.ts'

/**
 * A simulator over the networks it is given a source for. Nothing is started before the first simulation.
 * @example const simulator = createSimulator({ sources: { ethereum } })
 */
export function createSimulator(options: {
  sources: Partial<Record<Chain, ChainSource>>
  limits?: Partial<SimulationLimits>
  /** Unix milliseconds, by which quarantine is counted. */
  now?: () => number
}): SharedSimulator {
  const limits = { ...SIMULATION_LIMITS, ...options.limits }
  const sourceOf = (block: PinnedBlock): ChainSource => {
    const source = options.sources[block.chain]
    if (!source) throw new TypeError(`the simulator has no source for ${block.chain}`)
    return source
  }
  const pool = createChildPool(sourceOf, limits)
  const containment = createContainment(pool, createQuarantine(limits.quarantineMs, options.now))
  const oversizedOf = createOversized()

  const simulatorFor = (scope: string): Simulator => {
    const parts: RunnerParts = {
      pool,
      contain: (job) => containment.run(scope, job),
      oversized: oversizedOf(scope),
      sourceOf,
      limits,
    }
    const screen = createScreen(parts)
    const run = createRunner(parts, screen)
    return {
      read: createReadCall(parts, screen),
      simulate: ({ environments = 'all', ...request }) => run(request, environments === 'all'),
      async simulateSteps({ transactions, stateOverrides, ...request }) {
        const steps: Simulation[] = []
        let state: StateOverrides = { ...stateOverrides }
        for (const transaction of transactions) {
          const step = await run({ ...request, transaction, stateOverrides: state }, false)
          steps.push(step)
          if (step.outcome !== 'rejected') state = carryState(state, step)
        }
        return steps
      },
      simulateSequences: createSequences(parts),
      slotsRead: createSlotsRead(parts),
      compareVariants: createVariants(parts),
      stats: () => ({ ...pool.stats(), ...containment.stats() }),
      close: () => pool.close(),
    }
  }
  return { ...simulatorFor(SERVICE), forAccount: (accountId) => simulatorFor(`account ${accountId}`) }
}

/** The scope of what no account asked for: scores made again, and what several accounts share. */
const SERVICE = 'service'
