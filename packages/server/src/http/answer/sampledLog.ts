import type { FastifyBaseLogger } from 'fastify'

const LINES_PER_SECOND = 10

export type SampledLog = (level: 'warn' | 'error', details: Record<string, unknown>, message: string) => void

/**
 * A log that writes at most ten lines a second per message and says how many it left out, so that a failing source
 * cannot make the log the bottleneck. Callers pass route templates, never URLs: those hold what people scan.
 */
export function createSampledLog(log: FastifyBaseLogger, now: () => number): SampledLog {
  const windows = new Map<string, { second: number; written: number; suppressed: number }>()
  return (level, details, message) => {
    const second = Math.floor(now() / 1000)
    const window = windows.get(message) ?? { second, written: 0, suppressed: 0 }
    windows.set(message, window)
    if (window.second !== second) {
      window.second = second
      window.written = 0
    }
    if (window.written >= LINES_PER_SECOND) {
      window.suppressed += 1
      return
    }
    window.written += 1
    log[level](window.suppressed > 0 ? { ...details, suppressed: window.suppressed } : details, message)
    window.suppressed = 0
  }
}
