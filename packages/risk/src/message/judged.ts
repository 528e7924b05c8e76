import type { Verdict } from '../detector.ts'
import type { Hit } from '../finding.ts'

/** Returns the hits; without hits, the parts that could not be examined, if any. */
export function judged(hits: Hit[], unknown: readonly string[]): Verdict {
  return hits.length === 0 && unknown.length > 0 ? { unknown: [...new Set(unknown)] } : hits
}
