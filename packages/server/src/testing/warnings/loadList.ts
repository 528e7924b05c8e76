import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEgress } from '@redoubt/egress/createEgress.ts'
import { createFeeds } from '../../intel/feeds/createFeeds.ts'
import type { SourceRequest } from '../../intel/feeds/newSource.ts'
import type { Store } from '../../store/openStore.ts'

/** A list as an operator adds it, and its text. */
export type TestList = Omit<SourceRequest, 'location'> & { id: string; text: string }

/** Loads a list the way an operator does, from a file. @throws Error when it is refused. */
export async function loadList(store: Store, { text, ...list }: TestList): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-list-'))
  const egress = createEgress({ allow: [] })
  try {
    const location = join(folder, 'list.txt')
    await writeFile(location, text)
    const feeds = createFeeds({ store: store.intel, egress, cacheDir: join(folder, 'cache'), log: () => {} })
    await feeds.add({ ...list, location }, 'test')
    const refreshed = await feeds.refresh(list.id, { forcedBy: null, signal: AbortSignal.timeout(20_000) })
    if (refreshed?.outcome !== 'imported') throw new Error(`the list was not read: ${JSON.stringify(refreshed)}`)
  } finally {
    await egress.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A list of phishing sites. */
export function phishingList(hosts: readonly string[]): TestList {
  return { id: 'phishing', format: 'lines', label: 'phishing', options: {}, text: `${hosts.join('\n')}\n` }
}

/** A list of sites by rank, the most visited first. */
export function popularList(hosts: readonly string[]): TestList {
  const text = hosts.map((host, at) => `${at + 1},${host}\n`).join('')
  return { id: 'popular', format: 'csv', label: 'trusted', options: { column: '2', nameColumn: '1' }, text }
}
