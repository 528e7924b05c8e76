import { type Detector, defineDetector } from '../engine/detector.ts'
import type { Severity } from '../engine/finding.ts'
import type { Outcome } from '../engine/runDetectors.ts'
import { detectorOf } from './buildReport.ts'

/** A rule and its outcome. `id` of a real rule, for its family and category; `credit` in points. */
export type TestRule = Partial<Pick<Detector, 'id' | 'family' | 'soft' | 'category'>> & {
  severity: Severity
  trust?: Detector['confidence']
  credit?: number
  /** Default: found. */
  status?: 'clear' | 'unknown' | 'not-applicable' | undefined
  /** For `unknown`: the fact decides the verdict. */
  decisive?: boolean
}

/** Returns the outcome of a made-up rule; its unknown part is the token's trading. */
export function testOutcome(
  { id, trust, status, credit, decisive: decides = false, ...more }: TestRule,
  place: number,
): Outcome {
  const name = id ?? `rule-${place + 1}`
  const known = detectorOf(name)
  if (id !== undefined && known === undefined) throw new Error(`there is no rule ${id}`)
  const detector = defineDetector({
    id: name,
    title: known?.title ?? name,
    why: 'why',
    advice: known?.advice ?? 'advice',
    appliesTo: 'contract',
    category: known?.category ?? 'code',
    confidence: trust ?? 'high',
    needs: ['subject'],
    ...more,
    detect: () => [],
  })
  if (status === 'clear' || status === 'not-applicable') return { detector, status }
  if (status !== undefined)
    return { detector, status: 'unknown', missing: ['trade'], missingDecisiveFacts: decides ? ['trade'] : [] }
  return { detector, status: 'found', hits: [{ description: name, evidence: {}, ...(credit && { credit }) }] }
}
