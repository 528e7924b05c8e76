import type { Hex } from '@redoubt/risk/address.ts'
import { inputKey } from './inputKey.ts'
import { prepareRun } from './prepareRun.ts'
import type { RunnerParts } from './runnerParts.ts'
import type { Screen } from './screen.ts'
import type { SimulationRequest } from './simulator.ts'

/**
 * Executes a call for its output alone: one flat run, contained like every other, untraced.
 */
export function createReadCall({ sourceOf, limits }: RunnerParts, screen: Screen) {
  return async function read(request: SimulationRequest): Promise<Hex | null> {
    const run = await prepareRun(request, sourceOf(request.block), limits.gasCap)
    const outcome = await screen(inputKey(request), run, request.signal)
    return outcome?.success === true && run.rejection === null ? outcome.output : null
  }
}
