import { setImmediate } from 'node:timers/promises'
import { giveWay } from './askingAccount.ts'

/** Units of work between two pauses, about four milliseconds: one for each character handled. */
const TURN = 16_384

/** Counts work, and tells when to pause. */
export type Turns = {
  /** @returns what to wait for before the next step; undefined: nothing. */
  spend(work: number): Promise<void> | undefined
}

/** Returns a counter for one long piece of work: other requests have their turn after every 16,384 units of it. */
export function takeTurns(): Turns {
  let spent = 0
  return {
    spend(work) {
      spent += work
      if (spent < TURN) return undefined
      spent = 0
      return pause()
    },
  }
}

async function pause(): Promise<void> {
  await setImmediate()
  await giveWay()
}
