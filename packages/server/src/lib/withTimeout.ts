import { patient } from './patience.ts'

/**
 * Waits so many milliseconds for the work, which itself goes on; null when it takes longer.
 * @param options.ref false for a wait that must not keep the process alive.
 */
export async function withTimeout<Value>(
  work: Promise<Value>,
  milliseconds: number,
  { ref = true }: { ref?: boolean } = {},
): Promise<Value | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, patient(milliseconds), null)
  if (!ref) timer.unref()
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Waits so many milliseconds for the work, which itself goes on. @throws Error with the message when it takes longer. */
export async function inTime<Value>(work: Promise<Value>, milliseconds: number, message: string): Promise<Value> {
  const settled = await withTimeout(
    work.then((value) => ({ value })),
    milliseconds,
  )
  if (settled === null) throw new Error(message)
  return settled.value
}
