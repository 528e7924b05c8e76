import { patient } from './patience.ts'

/**
 * Does work under a signal that fires with the given one, or after so many milliseconds with a `TimeoutError`. Unlike a signal of
 * `AbortSignal.timeout`, it leaves no timer behind where the work succeeds; where it fails, its other parts may still be under way.
 */
export async function withinTime<Value>(
  signal: AbortSignal,
  milliseconds: number,
  work: (bounded: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const bounded = new AbortController()
  const onAbort = () => bounded.abort(signal.reason)
  const onTime = () => bounded.abort(new DOMException('The operation took too long', 'TimeoutError'))
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(onTime, patient(milliseconds)).unref()
  const value = await work(bounded.signal)
  clearTimeout(timer)
  signal.removeEventListener('abort', onAbort)
  return value
}
