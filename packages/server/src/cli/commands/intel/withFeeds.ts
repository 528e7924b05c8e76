import { type Feeds, openFeeds } from '../../../composition/intelligence.ts'
import type { Store } from '../../../store/openStore.ts'
import { readOwnConfig } from '../../readOwnConfig.ts'
import { withStore } from '../../withStore.ts'

/** Runs a command with the lists at hand. Ctrl-C stops a fetch cleanly, leaving the old list; a second one ends the process. */
export async function withFeeds(
  use: (intel: { store: Store; feeds: Feeds; signal: AbortSignal }) => Promise<void>,
): Promise<void> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    await withStore(async (store) => {
      const { feeds, close } = openFeeds(store.intel, readOwnConfig())
      try {
        await use({ store, feeds, signal: stopping.signal })
      } finally {
        await close()
      }
    })
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}
