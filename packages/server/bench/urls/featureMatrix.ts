import type { SiteAddress } from '@redoubt/risk/facts/site.ts'
import { emptyHostGrams, hostGrams } from '../../src/web/lexical/hostGrams.ts'

/** Features of many hosts, row after row: those of row `n` are `buckets` from `ends[n - 1]` to `ends[n]`. */
export type FeatureMatrix = { ends: Int32Array; buckets: Uint32Array }

/** Features of hosts as the model sees them when it is asked. */
export function featureMatrix(sites: readonly SiteAddress[]): FeatureMatrix {
  const grams = emptyHostGrams()
  const ends = new Int32Array(sites.length)
  let buckets = new Uint32Array(1 << 20)
  let used = 0
  for (const [row, site] of sites.entries()) {
    hostGrams(site, grams)
    if (used + grams.count > buckets.length) {
      const grown = new Uint32Array(buckets.length * 2)
      grown.set(buckets)
      buckets = grown
    }
    buckets.set(grams.buckets.subarray(0, grams.count), used)
    used += grams.count
    ends[row] = used
  }
  return { ends, buckets: buckets.slice(0, used) }
}
