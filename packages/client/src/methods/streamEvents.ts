import type { Event } from '../api.generated.ts'
import { ApiError, ConnectionError, type ErrorCode, RedoubtError, UnexpectedAnswerError } from '../errors.ts'
import { pause, retryDelay } from '../http/backOff.ts'
import { checkedMs } from '../http/checkedNumbers.ts'
import { raceAbort } from '../http/raceAbort.ts'
import { readServerSentEvents } from '../http/serverSentEvents.ts'
import type { Transport } from '../http/transport.ts'

export type StreamOptions = {
  /** Begins after this event: its `cursor`. Default: with what happens from now on. */
  lastEventId?: string
  /** Ends the stream; the iterator throws its reason. */
  signal?: AbortSignal
  /** Silence after which the connection counts as broken, in milliseconds. Default: 45000; the service says something every 15 s. */
  silenceMs?: number
  /** Hears that a connection stands, each time one does. */
  onOpen?: () => void
  /** Hears why a connection ended, each time before the next one is tried after this wait. */
  onReconnect?: (reason: Error, waitMs: number) => void
}

const SILENCE_MS = 45_000
/** As the service asks until it says otherwise. */
const RETRY_MS = 2_000
/** Goes into a header. */
const CURSOR = /^[!-~]{1,256}$/
/** Longer waits overflow timers, and a stream that sleeps for days is none. */
const MAX_RETRY_MS = 60_000

/**
 * Yields events, and resumes where a connection broke: `cursor` of an event is its place.
 * @throws ApiError when the service refuses the stream or the key; UnexpectedAnswerError when what answers has no event stream.
 */
export async function* streamEvents(
  { open }: Pick<Transport, 'open'>,
  { lastEventId, signal, silenceMs = SILENCE_MS, onOpen, onReconnect }: StreamOptions = {},
): AsyncGenerator<Event, void, undefined> {
  checkedMs('silenceMs', silenceMs)
  let cursor = lastEventId
  let retryMs = RETRY_MS
  let failed = 0
  for (;;) {
    signal?.throwIfAborted()
    const watch = watchSilence(silenceMs, signal)
    let reason: Error = new ConnectionError('The connection ended.')
    try {
      const headers: Record<string, string> = cursor === undefined ? {} : { 'last-event-id': cursor }
      const request = { method: 'GET', path: '/v1/events/stream', accept: 'text/event-stream' } as const
      const response = await watch.race(open(request, headers, watch.signal))
      onOpen?.()
      const blocks = readServerSentEvents(response.body ?? new ReadableStream())
      for (;;) {
        const { done, value: block } = await watch.race(blocks.next())
        if (done) break
        failed = 0
        retryMs = Math.min(block.retry ?? retryMs, MAX_RETRY_MS)
        if (block.event === 'end') throw endOf(block.data)
        // The first block has a place and no event: what happens while the stream is down is not lost.
        if (CURSOR.test(block.id ?? '')) cursor = block.id
        if (block.data !== undefined)
          yield { ...(objectOf(block.data) as Event), ...(cursor !== undefined && { cursor }) }
      }
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (!mayResume(error)) throw error
      reason = error as Error
    } finally {
      watch.end()
    }
    failed++
    const waitMs = Math.max(retryMs, retryDelay(failed, null) ?? 0)
    onReconnect?.(reason, waitMs)
    await pause(waitMs, signal)
  }
}

/** A connection that says nothing is broken, though nothing says so. */
function watchSilence(ms: number, signal: AbortSignal | undefined) {
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    async race<Value>(work: Promise<Value>): Promise<Value> {
      const timer = setTimeout(() => controller.abort(new ConnectionError(`No event for ${ms} ms.`)), ms)
      return raceAbort(work, controller.signal).finally(() => clearTimeout(timer))
    },
    /** Closes the connection. */
    end() {
      signal?.removeEventListener('abort', abort)
      controller.abort()
    },
  }
}

/** Certificates that another attempt finds as they are. */
const NEVER_TRUSTED = /^(?:CERT_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT)/

/** Node's code of a failed connection is in the cause of what `fetch` throws. */
function codeOf({ cause }: Error): string {
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : ''
}

/** What ends a connection is no end of the stream; what the service says of the request is. */
function mayResume(error: unknown): boolean {
  // What answers is no service; one behind a proxy may come back.
  if (error instanceof UnexpectedAnswerError) return error.status === 429 || error.status >= 500
  if (error instanceof Error && NEVER_TRUSTED.test(codeOf(error))) return false
  if (error instanceof ApiError) return error.status === 429 || error.status >= 500
  // A fetch that fails throws a TypeError.
  return error instanceof RedoubtError || error instanceof TypeError || error instanceof DOMException
}

/** Data of an event. What is no object is a broken stream, which is resumed. */
function objectOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {}
  throw new ConnectionError('An event of the stream is no JSON object.')
}

/** The service ends a stream whose key was revoked. */
function endOf(data = '{}'): ApiError {
  const { code = 'INVALID_API_KEY', message = 'The stream ended.' } = objectOf(data) as {
    code?: ErrorCode
    message?: string
  }
  return new ApiError({ code, message }, { status: 401, requestId: null, retryAfterSeconds: null })
}
