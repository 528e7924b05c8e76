import type { Cursors } from '../../domain/ports/cursors.ts'

/** Milliseconds in which a stream may be opened with a token. */
export const STREAM_TOKEN_MS = 60_000
const PREFIX = 'svc_stream_'
const ABOUT = 'stream-token'

/** What a token stands for: a key, until when a stream may be opened with it, and the one origin that may; null: any. */
type StreamToken = { keyId: string; until: number; origin: string | null }

/** A token for `EventSource`, which can send no header: sealed under the server's secret, so every node knows it and none keeps it. */
export function sealStreamToken(cursors: Pick<Cursors, 'seal'>, token: StreamToken): string {
  return PREFIX + cursors.seal(JSON.stringify(token), ABOUT)
}

/** Null for what is no such token. One whose time is over is answered too. */
export function openStreamToken(cursors: Pick<Cursors, 'unseal'>, text: string): StreamToken | null {
  if (!text.startsWith(PREFIX)) return null
  const sealed = cursors.unseal(text.slice(PREFIX.length), ABOUT)
  return sealed === null ? null : (JSON.parse(sealed) as StreamToken)
}
