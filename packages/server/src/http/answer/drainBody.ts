import type { IncomingMessage } from 'node:http'

/** Bytes and milliseconds for which the rest of a body that was refused is read, and the longest silence in it. */
const MAX_BYTES = 64 * 1024 ** 2
const MAX_MS = 10_000
const MAX_SILENCE_MS = 1_000

/**
 * Reads and forgets the rest of a body. Many clients read no answer before they have sent all of it, and a connection that is
 * closed over unread bytes is reset: such a client would see a broken pipe in place of its 401 or 413.
 */
export async function drainBody(body: IncomingMessage): Promise<void> {
  if (body.complete || body.destroyed) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = () => resolve()
  const total = setTimeout(end, MAX_MS)
  const silence = setTimeout(end, MAX_SILENCE_MS)
  let bytes = 0
  const count = (chunk: Buffer) => {
    silence.refresh()
    bytes += chunk.length
    if (bytes > MAX_BYTES) end()
  }
  body.on('data', count)
  for (const event of ['end', 'error', 'close']) body.once(event, end)
  body.resume()
  await promise
  clearTimeout(total)
  clearTimeout(silence)
  body.off('data', count)
  for (const event of ['end', 'error', 'close']) body.off(event, end)
}
