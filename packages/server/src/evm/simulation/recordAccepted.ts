import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Simulator } from './simulator.ts'

/** Returns the engine, telling the contract and the selector of each call of its sequences that went through. */
export function recordAccepted<Engine extends Pick<Simulator, 'simulateSequences'>>(
  engine: Engine,
  onAccepted: (to: Address, selector: Hex) => void,
): Engine {
  return {
    ...engine,
    async simulateSequences(request) {
      const outcomes = await engine.simulateSequences(request)
      for (const [index, { blocks }] of request.sequences.entries()) {
        const calls = blocks.flatMap((one) => one.calls)
        for (const [at, { to, data }] of calls.entries())
          if (to !== null && data.length >= 10 && outcomes[index]?.[at]?.success === true)
            onAccepted(to, data.slice(0, 10) as Hex)
      }
      return outcomes
    },
  }
}
