import type { Address, Hex } from '@redoubt/risk/address.ts'
import { readAddress, readObject, readWord } from '../rpc/rpcValues.ts'
import { engineCall } from './engine/engineCall.ts'
import { rpcStateOverrides, traceBlockOverrides } from './engine/engineRequest.ts'
import { inputKey } from './inputKey.ts'
import { prepareRun } from './prepareRun.ts'
import type { RunnerParts } from './runnerParts.ts'
import type { SimulationRequest, Simulator } from './simulator.ts'

/** Words of storage that a transaction reads or writes, as they are before it, by account. */
export type SlotsRead = Map<Address, Map<Hex, Hex>>

/** The state before a run, by prestateTracer without code: only storage that the run touches is in it. */
export function createSlotsRead({ contain, sourceOf, limits }: RunnerParts): Simulator['slotsRead'] {
  const bounds = { wallClockMs: limits.wallClockMs, maxBytes: limits.maxTreeBytes }
  return async function slotsRead(request: SimulationRequest): Promise<SlotsRead> {
    const { block, signal } = request
    const run = await prepareRun(request, sourceOf(block), limits.gasCap)
    const config = {
      tracer: 'prestateTracer',
      tracerConfig: { diffMode: false, disableCode: true },
      stateOverrides: rpcStateOverrides(run.stateOverrides),
      blockOverrides: traceBlockOverrides(run.next),
    }
    const answer = await contain({
      key: () => `slots:${inputKey(request)}`,
      block,
      heavy: false,
      signal,
      run: (child) => engineCall(child, 'debug_traceCall', [run.transaction, 'latest', config], bounds),
    })
    return readPrestate(answer)
  }
}

function readPrestate(answer: unknown): SlotsRead {
  const accounts = Object.entries(readObject(answer, 'prestate')).map(
    ([address, account]): [Address, Map<Hex, Hex>] => {
      const { storage } = readObject(account, 'account')
      const slots = storage == null ? [] : Object.entries(readObject(storage, 'storage'))
      return [readAddress(address), new Map(slots.map(([slot, word]) => [readWord(slot), readWord(word)]))]
    },
  )
  return new Map(accounts)
}
