import type { Detector } from '../detector.ts'
import * as index from '../detectors/index.generated.ts'

let byId: ReadonlyMap<string, Detector> | undefined

/** The rule that a finding came from; undefined for findings about the scan itself (`not-enough-known`). */
export function detectorOf(id: string): Detector | undefined {
  byId ??= new Map(
    Object.values(index)
      .flat()
      .map((detector) => [detector.id, detector as Detector]),
  )
  return byId.get(id)
}
