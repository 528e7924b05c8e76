import type { IntelSource, IntelStore } from '../ports.ts'
import { createFeedScheduler, type FeedScheduler } from './createFeedScheduler.ts'
import type { Download } from './downloadList.ts'
import { newSource, type SourceRequest } from './newSource.ts'
import { type RefreshOptions, type RefreshOutcome, refreshSource } from './refreshSource.ts'

/** Keeps lists up to date. `start` does so in the background, sharing the work with every other node. */
export type Feeds = FeedScheduler & {
  /** Registers a list without fetching it. @throws SourceRequestError naming the field. */
  add(request: SourceRequest, actor: string): Promise<IntelSource>
  /**
   * Fetches a list now, due or not; null when another process is fetching it, or was killed doing so lately.
   * @param options.forcedBy actor who wants the list even when it is unchanged, much shorter, or held by another process;
   * null: not forced.
   * @throws Error when there is no such list, or it is disabled.
   */
  refresh(id: string, options: RefreshOptions): Promise<RefreshOutcome | null>
  /** Fetches the list that is longest overdue; null when none is due. */
  refreshDue(signal: AbortSignal): Promise<RefreshOutcome | null>
}

/** Wall-clock time for fetching one list. */
const DEADLINE_MS = 120_000
/** Longer than any refresh takes: deadline of the download, then import. What a killed process held is free again after it. */
const LEASE_MS = 5 * 60_000

/** Lists that are added at the same moment and would have the same id. */
const MAX_ATTEMPTS = 20

/**
 * @param egress the operator's client: feeds are hosts that the operator named.
 * @param log receives one line for each list that changed or failed in the background.
 */
export function createFeeds({
  store,
  egress,
  cacheDir,
  now = Date.now,
  log,
  timing: { deadlineMs = DEADLINE_MS, ...looks } = {},
}: {
  store: IntelStore
  egress: { operator: { download: Download } }
  cacheDir: string
  now?: () => number
  log: (line: string) => void
  timing?: { deadlineMs?: number; firstLookMs?: number; lookEveryMs?: number }
}): Feeds {
  const deps = { store, download: egress.operator.download, cacheDir, deadlineMs, now }

  async function refreshDue(signal: AbortSignal): Promise<RefreshOutcome | null> {
    const source = await store.claimDue(now(), LEASE_MS)
    return source && refreshSource(deps, source, { forcedBy: null, signal })
  }
  const scheduler = createFeedScheduler({
    ...looks,
    log,
    async refreshNext(signal) {
      const outcome = await refreshDue(signal)
      if (outcome !== null && outcome.outcome !== 'unchanged') log(outcomeLine(outcome))
      return outcome !== null
    },
  })

  return {
    ...scheduler,
    refreshDue,
    async add(request, actor) {
      for (let attempt = 1; ; attempt++) {
        const source = await newSource(request, await store.sources())
        try {
          return await store.addSource(source, { actor, now: now() })
        } catch (error) {
          // Another request took the id since the look-up: look again.
          if (!(error instanceof RangeError) || attempt === MAX_ATTEMPTS) throw error
        }
      }
    },
    async refresh(id, options) {
      const known = await store.source(id)
      if (known === null) throw new Error(`There is no list "${id}": redoubt intel list shows the ids.`)
      if (!known.enabled) throw new Error(`The list "${id}" is disabled: redoubt intel enable ${id}`)
      // Seen from where every claim of this moment has lapsed, the list is free; the claim made there ends when ours should.
      const { forcedBy } = options
      const claim = forcedBy === null ? store.claim(id, now(), LEASE_MS) : store.claim(id, now() + LEASE_MS, 0)
      const source = await claim
      return source && refreshSource(deps, source, options)
    },
  }
}

/** What became of a list, in one line. */
export function outcomeLine(outcome: RefreshOutcome): string {
  switch (outcome.outcome) {
    case 'imported': {
      const { id, total, added, removed, refused } = outcome
      const skippedBlocks = refused.map(({ reason, count, example }) => `${count} ${reason} such as "${example}"`)
      const rest = skippedBlocks.length === 0 ? '' : `; passed over: ${skippedBlocks.join(', ')}`
      return `list ${id}: ${total} entries, ${added} new, ${removed} gone${rest}`
    }
    case 'unchanged':
      return `list ${outcome.id}: unchanged, ${outcome.total} entries`
    case 'failed':
      return `list ${outcome.id}: not refreshed: ${outcome.error}`
  }
}
