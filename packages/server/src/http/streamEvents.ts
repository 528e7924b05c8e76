import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Owner } from '../domain/account.ts'
import { ApiError } from '../errors.ts'
import type { Events } from '../usecases/events/events.ts'
import { errorBody } from './envelope.ts'
import type { NewsReader } from './eventNews.ts'
import { shownEvent } from './shownEvent.ts'

/** Events read at once: the memory of one reader is bounded by them and by its connection's buffer. */
const PAGE = 50
/** Clients that read nothing for this many milliseconds are disconnected and can resume. */
const STALLED_MS = 15_000
/** What browsers wait before they come back, in milliseconds. */
const RETRY_MS = 2_000

/**
 * Writes what happens to an account as server-sent events, from a place on, until the signal fires, the reader goes away or stops
 * reading, or the key is none any more. Nothing is read ahead of a reader who does not keep up.
 * @param mayGoOn throws an ApiError when the key was revoked: asked before anything is written.
 */
export async function streamEvents({
  events,
  owner,
  news,
  raw,
  signal,
  heartbeatMs,
  mayGoOn,
  ...from
}: {
  events: Pick<Events, 'list'>
  owner: Owner
  /** The place to go on from. */
  cursor: string
  news: NewsReader
  raw: ServerResponse
  signal: AbortSignal
  heartbeatMs: number
  mayGoOn(): Promise<void>
}): Promise<void> {
  let { cursor } = from
  const query = { order: 'oldest', limit: PAGE, types: null, entity: null, since: null, until: null } as const
  try {
    await write(raw, `retry: ${RETRY_MS}\nid: ${cursor}\n\n`, signal)
    while (!signal.aborted) {
      const page = await events.list(owner, { ...query, cursor })
      let passed = true
      for (const event of page.events) {
        // While the client reads slowly, its key may be revoked.
        if (passed) await mayGoOn()
        const { cursor: id, ...shown } = shownEvent(event)
        passed = await write(raw, `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(shown)}\n\n`, signal)
        cursor = id
      }
      if (page.events.length === 0) await mayGoOn()
      if (page.hasMore) continue
      if (!(await news.wait(heartbeatMs, signal)) && !signal.aborted) await write(raw, ': still here\n\n', signal)
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, message } = error
    await write(raw, `event: end\ndata: ${JSON.stringify(errorBody(code, message).error)}\n\n`, signal)
  }
}

/** Waits until the reader took what was written before. @returns Whether time passed. */
async function write(raw: ServerResponse, text: string, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted || raw.destroyed) return false
  if (raw.write(text)) return false
  const patience = AbortSignal.timeout(STALLED_MS)
  try {
    await once(raw, 'drain', { signal: AbortSignal.any([patience, signal]) })
  } catch (error) {
    // The client is sent nothing: it does not read.
    if (patience.aborted || !signal.aborted) raw.destroy()
    if (!patience.aborted && !signal.aborted) throw error
  }
  return true
}
