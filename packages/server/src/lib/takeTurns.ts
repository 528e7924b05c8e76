import { setImmediate } from 'node:timers/promises'
import { giveWay } from './askingAccount.ts'

/** Units of work between two pauses, about four milliseconds: one for each character handled. */
const TURN = 16_384

/** Counts work, and tells when to pause. */
export type Turns = {
  /** @returns what to wait for before the next step; undefined: nothing. */
  spend(work: number): Promise<void> | undefined
}

/**
 * Returns a counter for one long piece of work: other requests have their turn after every 16,384 units of it.
 * @param signal where it fires, no turn is waited for any longer: `spend` rejects with its reason.
 */
export function takeTurns(signal?: AbortSignal): Turns {
  let spent = 0
  return {
    spend(work) {
      spent += work
      if (spent < TURN) return undefined
      spent = 0
      return pause(signal)
    },
  }
}

async function pause(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate()
  const turn = giveWay()
  if (turn !== undefined) await (signal === undefined ? turn : unlessFired(turn, signal))
  signal?.throwIfAborted()
}

function unlessFired(turn: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => resolve()
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    turn.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
