import manifest from '../../../package.json' with { type: 'json' }
import { type LastTime, type ListFile, MAX_LIST_BYTES } from './listFile.ts'
import { retryAfter } from './retryAfter.ts'
import { validators } from './validators.ts'

/** The operator's client of egress: writes `file` only on 200, decompressed; redirects to other origins are guarded. */
export type Download = (request: {
  url: string
  headers: Record<string, string>
  file: string
  maxBytes: number
  deadlineMs: number
  maxRedirects: number
  signal: AbortSignal
}) => Promise<{ status: number; headers: Record<string, string>; bytes: number; sha256: string | null }>

const MAX_REDIRECTS = 5

/**
 * Downloads a list to `file` unless the server says that it is what it was last time.
 * @param deadlineMs wall-clock time for all of it.
 * @throws FeedStatusError for every other status; EgressError.
 */
export async function downloadList(
  download: Download,
  { location, file, lastTime, deadlineMs }: { location: string; file: string; lastTime: LastTime; deadlineMs: number },
  signal: AbortSignal,
): Promise<ListFile> {
  const answer = await download({
    url: location,
    // Some hosts refuse requests without a user agent.
    headers: { 'user-agent': `redoubt/${manifest.version}`, ...conditions(lastTime) },
    file,
    maxBytes: MAX_LIST_BYTES,
    deadlineMs,
    maxRedirects: MAX_REDIRECTS,
    signal,
  })
  const fresh = validators(answer.headers)
  if (answer.status === 200 && answer.sha256 !== null) {
    return { changed: true, validators: fresh, asOf: null, sha256: answer.sha256, bytes: answer.bytes }
  }
  // Without a condition, 304 says nothing: there is no last time it could mean.
  if (answer.status === 304 && lastTime !== null) {
    // It may leave out what did not change (RFC 9110, 15.4.5).
    const { etag, lastModified } = lastTime
    return {
      changed: false,
      asOf: null,
      validators: { etag: fresh.etag ?? etag, lastModified: fresh.lastModified ?? lastModified },
    }
  }
  throw new FeedStatusError(answer.status, retryAfter(answer.headers['retry-after'], Date.now()))
}

function conditions(lastTime: LastTime): Record<string, string> {
  return {
    ...(lastTime?.etag ? { 'if-none-match': lastTime.etag } : {}),
    ...(lastTime?.lastModified ? { 'if-modified-since': lastTime.lastModified } : {}),
  }
}

/** The server of a list answered, but not with the list. */
export class FeedStatusError extends Error {
  /** How long it asks to be left alone, in milliseconds; null when it does not say. */
  readonly retryAfterMs: number | null
  constructor(status: number, retryAfterMs: number | null) {
    super(`The server of the list answered ${status}${REMEDIES[status] ?? ''}.`)
    this.name = 'FeedStatusError'
    this.retryAfterMs = retryAfterMs
  }
}

const REMEDIES: Record<number, string> = {
  304: ' to a request without conditions',
  401: ': it wants credentials; give them in the URL',
  403: ': it does not let this machine have the list',
  404: ': there is no list at this URL',
  410: ': the list is gone for good',
  429: ': it is asked too often',
}
