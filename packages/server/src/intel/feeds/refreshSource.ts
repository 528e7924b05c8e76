import { cleanText } from '../../lib/cleanText.ts'
import type { Refusal } from '../importers/collectEntries.ts'
import { importList } from '../importers/importList.ts'
import { ImportOvertakenError, type IntelSource, type IntelStore } from '../ports.ts'
import { copyList } from './copyList.ts'
import { type Download, downloadList, FeedStatusError, type ListFile, withTemporaryFile } from './downloadList.ts'

const MAX_LENGTH = 300

const FIRST_RETRY_MS = 60_000

const LAST_RETRY_MS = 6 * 3_600_000

/** A server may ask for patience, but may not switch a list off for good. */
const MAX_PATIENCE_MS = 24 * 3_600_000

/** Share of a wait that chance adds, so that lists, and nodes, that failed together do not come back together. */
const JITTER = 0.25

export type RefreshDependencies = {
  store: Pick<IntelStore, 'finishUnchanged' | 'finishFailed' | 'replaceEntries'>
  download: Download
  /** Folder for what is never needed again once lost. */
  cacheDir: string
  /** Wall-clock time for fetching one list, in milliseconds. */
  deadlineMs: number
  /** Unix milliseconds. */
  now: () => number
}

/** How one refresh of a list ended. Times are Unix milliseconds. */
export type RefreshOutcome =
  | {
      id: string
      outcome: 'imported'
      added: number
      removed: number
      total: number
      /** What in the list is no entry, by reason: passed over, never guessed. */
      refused: readonly Refusal[]
      bytes: number
    }
  | { id: string; outcome: 'unchanged'; total: number }
  | { id: string; outcome: 'failed'; error: string; nextAttemptAt: number }

/**
 * `forcedBy`: the actor who forces the list, fetching and importing even what did not change or shrank by more than half;
 * null: not forced.
 */
export type RefreshOptions = { forcedBy: string | null; signal: AbortSignal }

/**
 * Brings one list up to date; null when another process took it over meanwhile. The source must have been claimed: every
 * end but death releases the claim. Whatever goes wrong, the old list stays as it is, and the reason is kept with the source.
 */
export async function refreshSource(
  deps: RefreshDependencies,
  source: IntelSource,
  options: RefreshOptions,
): Promise<RefreshOutcome | null> {
  const { id, refreshMs } = source
  const { signal } = options
  try {
    signal.throwIfAborted()
    return await withTemporaryFile(deps.cacheDir, (file) => bringUpToDate(deps, source, file, options))
  } catch (error) {
    // The claim is the other one's.
    if (error instanceof ImportOvertakenError) return null
    const now = deps.now()
    const message = signal.aborted ? 'The refresh was stopped before it was done.' : failureText(error)
    const retryAfterMs = error instanceof FeedStatusError ? error.retryAfterMs : null
    const failures = source.failures + 1
    // Who stopped the refresh did not mean the list: it is due at once.
    const nextAttemptAt = signal.aborted ? now : nextAttempt({ now, failures, refreshMs, retryAfterMs })
    await deps.store.finishFailed(id, { now, error: message, nextAttemptAt })
    return { id, outcome: 'failed', error: message, nextAttemptAt }
  }
}

const LOST =
  'Its URL was kept under a server secret that is gone: put the secret back, or remove the list and add it again.'

async function bringUpToDate(
  deps: RefreshDependencies,
  source: IntelSource,
  file: string,
  { forcedBy, signal }: RefreshOptions,
): Promise<RefreshOutcome> {
  const force = forcedBy !== null
  if (source.location === '') throw new Error(LOST)
  const { id, location, format, options, label } = source
  const lastTime = source.generation > 0 && !force ? source : null
  const request = { location, file, lastTime }
  const list: ListFile = location.startsWith('/')
    ? await copyList(request, signal)
    : await downloadList(deps.download, { ...request, deadlineMs: deps.deadlineMs }, signal)
  if (!list.changed || (lastTime !== null && list.sha256 === lastTime.contentHash)) {
    await deps.store.finishUnchanged(id, { ...list.validators, ...schedule(deps, source, list) })
    return { id, outcome: 'unchanged', total: source.entryCount }
  }
  const { entries, fingerprints, refused } = await importList({ file, format, options, label }, signal)
  signal.throwIfAborted()
  const counts = await deps.store.replaceEntries(id, {
    ...list.validators,
    ...schedule(deps, source, list),
    entries,
    fingerprints,
    contentHash: list.sha256,
    force,
    ...(forcedBy === null ? {} : { actor: forcedBy }),
  })
  return { id, outcome: 'imported', ...counts, refused, bytes: list.bytes }
}

function schedule({ now }: RefreshDependencies, { refreshMs }: IntelSource, { asOf }: ListFile) {
  const at = now()
  // A clock that is ahead where the file was written must not make it fresh for longer.
  return { now: at, refreshedAt: Math.min(asOf ?? at, at), nextAttemptAt: at + refreshMs }
}

/**
 * When a list is asked for again after a failure, in Unix milliseconds: a minute, doubling with each failure up to the
 * list's own schedule and at most six hours; later when the server asked for more patience.
 * @param failures in a row, this one included.
 * @param retryAfterMs what the server asked for, or null.
 * @param chance in [0, 1).
 */
export function nextAttempt(
  { now, failures, refreshMs, retryAfterMs }: Failure,
  chance: number = Math.random(),
): number {
  // Beyond 2^30 the exponent overflows nothing that matters, and the cap has long been reached.
  const doubled = FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 30)
  const wait = Math.max(
    Math.min(doubled, Math.max(refreshMs, FIRST_RETRY_MS), LAST_RETRY_MS),
    Math.min(retryAfterMs ?? 0, MAX_PATIENCE_MS),
  )
  return Math.round(now + wait * (1 + JITTER * chance))
}

type Failure = { now: number; failures: number; refreshMs: number; retryAfterMs: number | null }

/** Why a refresh failed, as one bounded line: messages quote what servers and lists hold, and are shown and kept. */
export function failureText(error: unknown): string {
  return cleanText(reason(error), MAX_LENGTH) || 'It failed without saying why.'
}

/** Connections that fail on several addresses are an AggregateError without words of its own. */
function reason(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return [...new Set(error.errors.map(reason))].join('; ')
  }
  if (!(error instanceof Error)) return String(error)
  return error.message || error.name
}
