import { AsyncLocalStorage } from 'node:async_hooks'

const times = new AsyncLocalStorage<number>()

/** Does the work, with all that follows from it, with so many times the usual limits of its parts: where time must not decide what is found. */
export function withPatience<Value>(factor: number, work: () => Value): Value {
  return times.run(factor, work)
}

/** Returns the limit of a part of a scan, in milliseconds. */
export function patient(milliseconds: number): number {
  return milliseconds * (times.getStore() ?? 1)
}
