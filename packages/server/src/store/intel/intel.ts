import type { IntelStore } from '../../intel/ports.ts'
import type { Engine } from '../engine/engine.ts'
import type { Keyring } from '../keyring.ts'
import type { Pacing } from '../pruneChunks.ts'
import { createIntelEntries } from './intelEntries.ts'
import { createImport } from './intelImport.ts'
import { createIntelOverrides } from './intelOverrides.ts'
import { createIntelSources } from './intelSources.ts'

/** Lists that operators load, their entries, and operators' own words. */
export type Intel = IntelStore & {
  /** Deletes what was removed from its list over 90 days ago; returns how many entries. */
  prune(now: number, pacing?: Pacing): Promise<number>
  /** Seals every list's URL under the current secret, so that an earlier one can be dropped. */
  sealLocations(): Promise<void>
}

export function createIntel(engine: Engine, keyring: Keyring): Intel {
  const { forget, ...entries } = createIntelEntries(engine)
  return {
    ...createIntelSources(engine, keyring, forget),
    ...entries,
    ...createIntelOverrides(engine),
    replaceEntries: createImport(engine),
  }
}
