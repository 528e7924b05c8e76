import { createEgress } from '@redoubt/egress/createEgress.ts'
import type { Config } from '../config.ts'
import { sanctionLists } from '../intel/builtInLabels.ts'
import { canonicalKey } from '../intel/canonicalKey.ts'
import { type BuiltInStats, builtInStats } from '../intel/feeds/builtInStats.ts'
import { createFeeds, type Feeds, outcomeLine } from '../intel/feeds/createFeeds.ts'
import { findKnownEntries, type KnownEntries } from '../intel/feeds/findKnownEntries.ts'
import { type SourceRequest, SourceRequestError } from '../intel/feeds/newSource.ts'
import { RECOMMENDED } from '../intel/feeds/recommended.ts'
import type { RefreshOutcome } from '../intel/feeds/refreshSource.ts'
import type { IntelStore } from '../intel/ports.ts'
import { isShared } from '../intel/sharedHosts.ts'
import { isStale } from '../intel/staticList.ts'

// What the command line may use of intelligence.
export type { BuiltInStats, Feeds, KnownEntries, RefreshOutcome, SourceRequest }
export {
  builtInStats,
  canonicalKey,
  findKnownEntries,
  isShared,
  isStale,
  outcomeLine,
  RECOMMENDED,
  SourceRequestError,
  sanctionLists,
}

/** Lists that operators load, for one command of the command line, with a connection to the outside of its own. Part of the composition root. */
export function openFeeds(
  store: IntelStore,
  { cacheDir, egressAllow }: Pick<Config, 'cacheDir' | 'egressAllow'>,
): { feeds: Feeds; close(): Promise<void> } {
  const egress = createEgress({ allow: egressAllow })
  return { feeds: createFeeds({ store, egress, cacheDir, log: () => undefined }), close: () => egress.close() }
}
