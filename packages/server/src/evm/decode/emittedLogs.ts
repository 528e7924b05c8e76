import type { Hex } from '@redoubt/risk/address.ts'
import type { CallFrame, Log } from '@redoubt/risk/execution.ts'

/** A log that was really emitted, with the selector of the call it came from ('0x' when that had none). */
export type EmittedLog = Log & { selector: Hex }

/** Every log of the call tree in emission order, without those of failed frames. Empty when there is no tree. */
export function emittedLogs(trace: CallFrame | null): EmittedLog[] {
  const logs: EmittedLog[] = []
  const walk = (frame: CallFrame): void => {
    if (frame.error !== null) return
    const selector = frame.input.slice(0, 10) as Hex
    for (const log of frame.logs) logs.push({ ...log, selector })
    for (const call of frame.calls) walk(call)
  }
  if (trace !== null) walk(trace)
  // Between frames only the index tells the order; without it, a frame's own logs come before its calls'.
  return logs.every(({ index }) => index !== undefined) ? logs.sort((a, b) => (a.index ?? 0) - (b.index ?? 0)) : logs
}
