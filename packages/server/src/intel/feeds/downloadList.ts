import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import manifest from '../../../package.json' with { type: 'json' }
import type { Validators } from '../ports.ts'

/** Bytes of a list, decompressed. The largest public ones have about 60 MB. */
export const MAX_LIST_BYTES = 256 * 1024 ** 2

const MAX_ETAG = 256

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

/**
 * What of an answer can be sent back to ask whether it changed. A server's ETag goes into a later request's header, so
 * only what RFC 9110, 8.8.3 allows is kept; a date is kept in the server's own words (13.1.3 asks for them back).
 */
export function validators(headers: Record<string, string>): Validators {
  const etag = headers.etag?.trim() ?? ''
  const lastModified = headers['last-modified']?.trim() ?? ''
  return {
    etag: etag.length <= MAX_ETAG && /^(W\/)?"[\x21\x23-\x7e]*"$/.test(etag) ? etag : null,
    lastModified: /^[A-Za-z]{3,9},? [\w :-]{6,40}$/.test(lastModified) ? lastModified : null,
  }
}

/**
 * The wait that a Retry-After header asks for (RFC 9110, 10.2.3: seconds or a date), in milliseconds from `now`; null
 * when there is none, it is in the past, or it makes no sense.
 */
export function retryAfter(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  // Date.parse takes almost anything for a date; one of HTTP begins with the name of its day.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .{6,40}$/.test(text)) return null
  const wait = Date.parse(text) - now
  return wait > 0 ? wait : null
}

/** Older ones belong to processes that were killed: no refresh takes as long. */
const STALE_MS = 3_600_000

/**
 * Lends a path for a file that does not exist yet, in a folder of its own that only this user can read, and deletes both
 * afterwards. What killed processes left is swept on the way.
 * @param cacheDir folder for what is never needed again once lost; made when missing.
 */
export async function withTemporaryFile<Result>(
  cacheDir: string,
  use: (file: string) => Promise<Result>,
): Promise<Result> {
  const parent = join(cacheDir, 'feeds')
  await mkdir(parent, { recursive: true, mode: 0o700 })
  await sweep(parent)
  const folder = await mkdtemp(join(parent, 'list-'))
  try {
    return await use(join(folder, 'list'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function sweep(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith('list-')) continue
    const path = join(parent, name)
    // Another process may be deleting it at this moment.
    const changed = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => null,
    )
    if (changed !== null && Date.now() - changed > STALE_MS) await rm(path, { recursive: true, force: true })
  }
}

/**
 * The bytes of a list as they arrived, or the notice that they have not changed since last time. `asOf`: when the publisher
 * last confirmed the list, Unix milliseconds; null: just now, by answering.
 */
export type ListFile = { validators: Validators; asOf: number | null } & (
  | { changed: false }
  | { changed: true; sha256: string; bytes: number }
)

/** What is known of the list from last time; null: ask for all of it. */
export type LastTime = Validators | null
