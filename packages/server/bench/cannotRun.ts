import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** This machine lacks what a bench or a torture needs, so there is neither a figure nor a failure. */
export class CannotRun extends Error {}

/**
 * Why an error means that something is missing on this machine; null: it is a failure.
 * @param data the folder of recorded data, absolute. Where it, or the set of it that was asked for, is missing, it was not given; a file that a set lacks is a failure.
 */
export function whyNotRun(error: unknown, data: string): string | null {
  if (!(error instanceof Error)) return null
  if (error instanceof CannotRun) return error.message
  const { code, path = '' } = error as NodeJS.ErrnoException
  const missing = relative(data, path)
  if (code === 'ENOENT' && path !== '' && !missing.startsWith('..')) {
    const [set = ''] = missing.split(sep)
    if (!existsSync(data)) return 'there is no folder of recorded data: --data DIR, or REDOUBT_DATA'
    if (!existsSync(join(data, set))) return `the recorded data has no ${set}: --data DIR, or REDOUBT_DATA`
  }
  return whyNotRun(error.cause, data)
}
