import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** How much nicer than the service what may wait runs, from 0 to 19. */
const NICENESS = 10

/** Lets the service and what is at its own priority use the processor before a process that has just begun. */
export function leaveProcessorTo(pid: number, niceness = NICENESS): void {
  try {
    setPriority(pid, Math.min(19, getPriority() + niceness))
  } catch {
    // It ended meanwhile, or the system has no priorities.
  }
}

/** Lets the main thread go first: Linux knows a priority for each thread (setpriority(2)). */
export function leaveProcessorToMainThread(): void {
  try {
    leaveProcessorTo(Number(readlinkSync('/proc/thread-self').split('/').at(-1)))
  } catch {
    // Not Linux.
  }
}
