import { relative } from 'node:path'

/** This machine lacks what a bench or a torture needs, so there is neither a figure nor a failure. */
export class CannotRun extends Error {}

/**
 * Why an error means that something is missing on this machine; null: it is a failure.
 * @param data the folder of recorded data, absolute: a file that is missing there was not given.
 */
export function whyNotRun(error: unknown, data: string): string | null {
  if (!(error instanceof Error)) return null
  if (error instanceof CannotRun) return error.message
  const { code, path = '' } = error as NodeJS.ErrnoException
  const missing = relative(data, path)
  if (code === 'ENOENT' && path !== '' && !missing.startsWith('..'))
    return `the recorded data has no ${missing === '' ? 'folder' : missing}: --data DIR, or REDOUBT_DATA`
  return whyNotRun(error.cause, data)
}
