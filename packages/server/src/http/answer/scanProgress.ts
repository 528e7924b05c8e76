import type { Owner } from '../../domain/account.ts'
import { NO_SIBLINGS, type Siblings } from '../../lib/siblings.ts'

export type FactState = 'asked' | 'known' | 'missing'
export type ScanStatus = 'waiting' | 'running' | 'done'

/** What a scan learned so far: each fact in the order in which it was asked for. */
export type ScanProgress = { status: ScanStatus; facts: { name: string; state: FactState }[] }

/** Told by a scan that a client follows. */
export type ProgressReport = { fact(name: string, state: FactState): void; end(): void }

type Followed = { status: ScanStatus; facts: Map<string, FactState>; expiresAt: number; done: Set<() => void> }

/** Longer than any scan. */
const KEPT_MS = 60_000
/** Followed scans of a node; a followed one costs a few kilobytes. */
const MAX_FOLLOWED = 1_000
const MAX_OF_AN_ACCOUNT = 50

export type ScanProgresses = ReturnType<typeof createScanProgresses>

/**
 * Progress of the scans that clients follow, in the memory of this node. The first question about a scan begins to follow it, so that the
 * others cost nothing. A process that makes a scan which another one follows tells it.
 * @param now Unix milliseconds.
 */
export function createScanProgresses(now: () => number, siblings: Siblings = NO_SIBLINGS) {
  const followed = new Map<string, Followed>()
  /** Until when, in Unix milliseconds. */
  const followedElsewhere = new Map<string, number>()
  siblings.hear('follow', (message) => {
    const at = now()
    for (const [key, expiresAt] of followedElsewhere) if (expiresAt <= at) followedElsewhere.delete(key)
    if (followedElsewhere.size < MAX_FOLLOWED) followedElsewhere.set(message as string, at + KEPT_MS)
  })
  siblings.hear('progress', (message) => {
    const { key, name, state } = message as { key: string; name: string | null; state: FactState }
    const scan = followed.get(key)
    if (scan === undefined) return
    if (name === null) return finish(scan)
    scan.status = 'running'
    scan.facts.set(name, state)
  })
  const keyOf = ({ environment, accountId }: Owner, id: string) => `${environment} ${accountId} ${id}`

  function follow(owner: Owner, requestId: string): Followed | null {
    const at = now()
    for (const [key, { expiresAt }] of followed) if (expiresAt <= at) followed.delete(key)
    const key = keyOf(owner, requestId)
    const known = followed.get(key)
    if (known !== undefined) return known
    const own = [...followed.keys()].filter((other) => other.startsWith(keyOf(owner, ''))).length
    if (followed.size >= MAX_FOLLOWED || own >= MAX_OF_AN_ACCOUNT) return null
    const made: Followed = { status: 'waiting', facts: new Map(), expiresAt: at + KEPT_MS, done: new Set() }
    followed.set(key, made)
    siblings.tell('follow', key)
    return made
  }

  return {
    /** Answers when the scan has ended, or after `waitMs`. */
    async ask(
      owner: Owner,
      requestId: string,
      { waitMs, signal }: { waitMs: number; signal: AbortSignal },
    ): Promise<ScanProgress> {
      const scan = follow(owner, requestId)
      if (scan === null) return { status: 'waiting', facts: [] }
      if (scan.status !== 'done' && waitMs > 0) await ended(scan, waitMs, signal)
      return { status: scan.status, facts: Array.from(scan.facts, ([name, state]) => ({ name, state })) }
    },
    /** Null: no client follows the scan. */
    begin(owner: Owner, requestId: string): ProgressReport | null {
      const key = keyOf(owner, requestId)
      const scan = followed.get(key)
      if (scan === undefined && (followedElsewhere.get(key) ?? 0) > now()) {
        return {
          fact: (name, state) => siblings.tell('progress', { key, name, state }),
          end: () => siblings.tell('progress', { key, name: null }),
        }
      }
      if (scan === undefined) return null
      scan.status = 'running'
      return {
        fact: (name, state) => void scan.facts.set(name, state),
        end: () => finish(scan),
      }
    },
  }
}

function finish(scan: Followed): void {
  scan.status = 'done'
  for (const wake of scan.done) wake()
}

async function ended(scan: Followed, waitMs: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, waitMs)
  const wake = () => resolve()
  scan.done.add(wake)
  signal.addEventListener('abort', wake, { once: true })
  await promise
  clearTimeout(timer)
  scan.done.delete(wake)
  signal.removeEventListener('abort', wake)
}
