import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEgress } from '@redoubt/egress/createEgress.ts'
import { openStore, type Store } from '../../store/openStore.ts'
import { createFeeds, type Feeds } from './createFeeds.ts'
import type { SourceRequest } from './newSource.ts'
import type { RefreshOutcome } from './refreshSource.ts'
import { addressNumber } from './testFeedServer.ts'

export const HOUR = 3_600_000

/** A store of its own on disk, the real egress, and a clock that only tests move. */
export type FeedWorld = {
  store: Store
  databaseUrl: string
  feeds: Feeds
  folder: string
  /** Unix milliseconds; set it to travel. */
  clock: { now: number }
  /** Lines that an operator would read in the log. */
  log: string[]
  add(location: string, changes?: Partial<SourceRequest>): Promise<string>
  refresh(id: string, forcedBy?: string): Promise<RefreshOutcome | null>
  /** Whether an address of `addressLines` is listed. */
  listed(number: number): Promise<boolean>
  /** Temporary files that are left. */
  leftovers(): Promise<string[]>
  close(): Promise<void>
}

export async function createFeedWorld(
  timing: { deadlineMs?: number; firstLookMs?: number; lookEveryMs?: number } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-feeds-'))
  const databaseUrl = `sqlite:${join(folder, 'feeds.db')}`
  const store = await openStore(databaseUrl, null)
  await store.migrate()
  const egress = createEgress({ allow: [] })
  const clock = { now: Date.parse('2026-11-21T00:00:00Z') }
  const log: string[] = []
  const feeds = createFeeds({
    store: store.intel,
    egress,
    cacheDir: join(folder, 'cache'),
    now: () => clock.now,
    log: (line) => log.push(line),
    timing,
  })
  const world: FeedWorld = {
    store,
    databaseUrl,
    feeds,
    folder,
    clock,
    log,
    async add(location, changes = {}) {
      const request: SourceRequest = { location, format: 'lines', label: 'scammer', options: {}, ...changes }
      return (await feeds.add(request, 'cli:tester')).id
    },
    refresh: (id, forcedBy) => feeds.refresh(id, { forcedBy: forcedBy ?? null, signal: new AbortController().signal }),
    async listed(number) {
      const value = addressNumber(number)
      return (await store.intel.find([{ kind: 'address', value }])).length > 0
    },
    leftovers: () => readdir(join(folder, 'cache', 'feeds')).catch(() => []),
    async close() {
      await feeds.stop()
      await egress.close()
      await store.close()
      await rm(folder, { recursive: true })
    },
  }
  return world
}
