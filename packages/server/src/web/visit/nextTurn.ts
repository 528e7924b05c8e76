import { setImmediate } from 'node:timers/promises'

/** Lets others have their turn between two pieces of long work. @throws the reason of `signal`. */
export async function nextTurn(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  await setImmediate()
}
