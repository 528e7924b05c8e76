import type { IntelSource, IntelStore } from '../ports.ts'
import { createConfirmations } from './confirmations.ts'
import { buildFingerprintSet, type FingerprintSet } from './fingerprintSet.ts'
import { createOverrideIndex, type OverrideIndex } from './overrideIndex.ts'

/** What is in memory of all lists, at one revision. */
export type LoadedLists = {
  revision: string
  set: FingerprintSet
  overrides: OverrideIndex
  confirm: ReturnType<typeof createConfirmations>
  /** Newer than the rest when only the times of a list changed. */
  sources: readonly IntelSource[]
}

/**
 * Reads what changed since `before`. The revision is read first: what changes while the rest is read has another
 * revision, and is read again next time.
 * @throws when the database does not answer.
 */
export async function loadLists(store: IntelStore, before: LoadedLists | undefined): Promise<LoadedLists> {
  const revision = await store.revision()
  const sources = await store.sources()
  if (before?.revision === revision) return { ...before, sources }
  const [lists, overrides] = [await store.fingerprints(), await store.overrides()]
  return {
    revision,
    set: await buildFingerprintSet(lists.map(({ fingerprints }) => fingerprints)),
    overrides: createOverrideIndex(overrides),
    confirm: createConfirmations(store),
    sources,
  }
}
