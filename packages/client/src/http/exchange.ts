import { ConnectionError, TimeoutError } from '../errors.ts'
import { raceAbort } from './raceAbort.ts'

/** `fetch`, or something that behaves like it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** A complete answer. */
export type Answer = { status: number; headers: Headers; body: Uint8Array<ArrayBuffer> }

/**
 * Sends one request and reads its whole answer.
 * @throws TimeoutError, ConnectionError; the signal's reason when it is aborted.
 */
export async function exchange(
  send: Fetch,
  url: string,
  init: RequestInit,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal | undefined },
): Promise<Answer> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  const timer = setTimeout(() => controller.abort(new TimeoutError(timeoutMs)), timeoutMs)
  signal?.addEventListener('abort', abort, { once: true })
  try {
    const read = async () => {
      const response = await send(url, { ...init, signal: controller.signal })
      return { status: response.status, headers: response.headers, body: await readBody(response) }
    }
    // A fetch that ignores the signal must not hold the call.
    return await raceAbort(read(), controller.signal)
  } catch (cause) {
    if (controller.signal.aborted) throw controller.signal.reason
    const { origin } = new URL(url)
    throw new ConnectionError(`${init.method} ${origin} failed: ${messageOf(cause)}${pageHint(origin)}`, { cause })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

/** A service that is none, or was taken over, must not fill the memory: bytes after decompression. */
const MAX_BODY = 64 * 1024 ** 2

/** Reads a whole body. @throws RangeError for one without end. */
export async function readBody({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  const reader = body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (done || value === undefined) break
    parts.push(value)
    length += value.length
    if (length <= MAX_BODY) continue
    await reader?.cancel().catch(() => {})
    throw new RangeError(`the answer is longer than ${MAX_BODY} bytes`)
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Browsers do not tell a page why another origin could not be read: most often its own is not one that the key lists. */
function pageHint(service: string): string {
  const page = (globalThis as { location?: { origin?: unknown } }).location?.origin
  return typeof page !== 'string' || page === service ? '' : `; does the key list the origin ${page}?`
}

/** The reason of a failed fetch is in its cause: `ECONNREFUSED`, not `fetch failed`. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message || error.message : error.message
}
