import type { Simulator } from './simulator.ts'

/** The same engine for the main run alone. */
export function withoutEnvironments(simulator: Simulator): Simulator {
  return {
    ...simulator,
    simulate: (request) => simulator.simulate({ ...request, environments: 'none' }),
    // Other ways to send a bundle are environments too.
    simulateSequences: async () => [],
  }
}
