import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEgress } from '@redoubt/egress/createEgress.ts'
import { createFeeds } from '../../intel/feeds/createFeeds.ts'
import type { Store } from '../../store/openStore.ts'

/** Loads a list of phishing sites the way an operator does, from a file. @throws Error when it is refused. */
export async function loadPhishingList(store: Store, hosts: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-phishing-list-'))
  const egress = createEgress({ allow: [] })
  try {
    const location = join(folder, 'phishing.txt')
    await writeFile(location, `${hosts.join('\n')}\n`)
    const feeds = createFeeds({ store: store.intel, egress, cacheDir: join(folder, 'cache'), log: () => {} })
    const id = 'phishing'
    await feeds.add({ location, format: 'lines', label: 'phishing', id, options: {} }, 'test')
    const refreshed = await feeds.refresh(id, { forcedBy: null, signal: AbortSignal.timeout(20_000) })
    if (refreshed?.outcome !== 'imported') throw new Error(`the list was not read: ${JSON.stringify(refreshed)}`)
  } finally {
    await egress.close()
    await rm(folder, { recursive: true, force: true })
  }
}
