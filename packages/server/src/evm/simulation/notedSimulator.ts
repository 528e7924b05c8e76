import { NetworkUnavailable, StateUnavailable } from '../../domain/sourceErrors.ts'
import { noteFailedRead } from '../../lib/failedReads.ts'
import { RpcError } from '../rpc/jsonRpc.ts'
import { SHIM_ERROR } from './engine/shimMethods.ts'
import { SimulationUnavailable, type Simulator } from './simulator.ts'

type Execution = (request: never) => Promise<unknown>

/** Returns the same engine, whose executions are noted as failed reads where state of the chain could not be read. */
export function notedSimulator(simulator: Simulator): Simulator {
  const noted = <Method extends Execution>(method: Method): Method =>
    ((request: never) =>
      method(request).catch((error: unknown) => {
        if (isUnread(error)) noteFailedRead(error as Error)
        throw error
      })) as Method
  return {
    ...simulator,
    simulate: noted(simulator.simulate),
    read: noted(simulator.read),
    simulateSteps: noted(simulator.simulateSteps),
    simulateSequences: noted(simulator.simulateSequences),
    slotsRead: noted(simulator.slotsRead),
    stateDiffs: noted(simulator.stateDiffs),
    wordsRead: noted(simulator.wordsRead),
    compareVariants: noted(simulator.compareVariants),
  }
}

/** Whether the chain is to blame, and not the input or the engine. State that no endpoint keeps is no failure of theirs. */
function isUnread(error: unknown): boolean {
  if (error instanceof StateUnavailable) return false
  if (error instanceof NetworkUnavailable) return true
  if (error instanceof SimulationUnavailable) return error.reason === 'state' || isUnread(error.cause)
  return error instanceof RpcError && error.message.includes(SHIM_ERROR)
}
