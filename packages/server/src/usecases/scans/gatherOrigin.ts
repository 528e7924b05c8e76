import { type FactProvider, Incomplete, type MissingFact } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Origin } from '@redoubt/risk/facts/origin.ts'

/** What is known of a site; `listsLoaded` false when being on no list says nothing. */
export type GatherOrigin = (url: string) => Promise<{ origin: Origin; listsLoaded: boolean }>

/**
 * Provides the fact `origin` of a scan.
 * @param url as the caller gives it; null when the request names no site.
 */
export function gatherOrigin(url: string | null, gather: GatherOrigin): FactProvider<'origin'> {
  return async () => {
    if (url === null) return null
    const { origin, listsLoaded } = await gather(url)
    return listsLoaded ? origin : new Incomplete<Origin | null>(origin, NO_LISTS)
  }
}

/** A service without lists is not broken: this lowers confidence, and holds no honest request back. */
const NO_LISTS: MissingFact = {
  reason: 'failed',
  message: 'no list of bad sites is loaded',
  root: 'origin',
  decisive: false,
  error: null,
}
