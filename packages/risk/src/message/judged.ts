import type { Verdict } from '../detector.ts'
import type { Hit } from '../finding.ts'

/** What was found; where nothing was and something could not be looked at, what that is. */
export function judged(hits: Hit[], unknown: readonly string[]): Verdict {
  return hits.length === 0 && unknown.length > 0 ? { unknown: [...new Set(unknown)] } : hits
}
