import { availableParallelism } from 'node:os'
import { performance } from 'node:perf_hooks'

/** Milliseconds over which the load of the event loop is measured. */
const WINDOW_MS = 20
/** Share of time that the event loop computes, from which the process counts as busy. */
const BUSY = 0.85

/**
 * Returns how many jobs may work at once now: `busy` while the event loop computes most of the time, one more with each window in which
 * it mostly waits although jobs are waiting, up to `idle`. Jobs that wait for a slow endpoint so leave their processor time to
 * others, and those that compute are not slowed down by each other.
 * @param ways.computing other processes that compute for the jobs: while they and the event loop have all processors, another job would only
 * slow down those at work.
 */
export function createPlaces(
  busy: number,
  idle: number,
  {
    now = () => performance.now(),
    load = eventLoopLoad(),
    computing = () => 0,
    processors = availableParallelism(),
  }: {
    now?: () => number
    /** Share of time since the last call. */
    load?: () => number
    computing?: () => number
    processors?: number
  } = {},
): (isWaiting: boolean) => number {
  let places = busy
  let measured = now()
  return (isWaiting) => {
    if (now() - measured < WINDOW_MS) return places
    measured = now()
    const loaded = load()
    const isBusy = loaded >= BUSY || loaded + computing() >= processors
    if (isBusy || !isWaiting) places = busy
    else places = Math.min(idle, places + 1)
    return places
  }
}

function eventLoopLoad(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const current = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(current, last)
    last = current
    return utilization
  }
}
