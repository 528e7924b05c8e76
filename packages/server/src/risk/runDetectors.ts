import type { Detector } from './detector.ts'
import type { FactName, Facts } from './facts.ts'
import type { Hit, Severity } from './finding.ts'
import type { GatheredFacts } from './gatherFacts.ts'

/** What became of one detector. Only `clear` says that the risk was looked for and is not there. */
export type Outcome = { detector: Detector } & (
  | { status: 'found'; hits: Hit[] }
  | { status: 'clear' }
  /** `missing` names facts, or what the detector said it would have to know. `outage`: a source failed or was too late. */
  | { status: 'unknown'; missing: string[]; switchedOff: boolean; decisive?: false; outage?: true }
  | { status: 'failed'; message: string }
  | { status: 'not-applicable' }
)

/** Position by how bad it is: critical first. */
export const SEVERITY_ORDER: readonly Severity[] = ['critical', 'high', 'medium', 'low', 'info']

/**
 * Runs every detector over the facts it declares and no others. Same facts, same outcomes in the same order: by
 * detector id, hits worst first. A missing fact is `unknown`, a throw is `failed`; neither is ever clear.
 */
export function runDetectors(detectors: readonly Detector[], gathered: Gathered): Outcome[] {
  return detectors
    .map((detector) => runDetector(detector, gathered))
    .sort((a, b) => compareText(a.detector.id, b.detector.id))
}

type Gathered = Pick<GatheredFacts, 'facts' | 'missing'> & Partial<Pick<GatheredFacts, 'incomplete'>>

function runDetector(detector: Detector, { facts, missing, incomplete = {} }: Gathered): Outcome {
  const absent = detector.needs.filter((name) => !(name in facts))
  if (absent.length > 0) {
    const switchedOff = absent.every((name) => missing[name]?.reason === 'switched-off')
    const outage = absent.some((name) => ['failed', 'late'].includes(missing[name]?.reason ?? ''))
    const why = outage ? ({ outage } as const) : {}
    return { detector, status: 'unknown', missing: [...absent].sort(compareText), switchedOff, ...why }
  }
  try {
    const verdict = detector.detect(pick(facts, detector.needs))
    const partly = detector.needs.filter((name) => name in incomplete)
    // What is only too much to look at is nobody's failure: it carries no error.
    const outage = partly.some((name) => (incomplete[name]?.error ?? null) !== null)
    const why = outage ? ({ outage } as const) : {}
    const sure = Array.isArray(verdict) ? verdict.filter((hit) => hit.sure) : []
    if (partly.length > 0 && Array.isArray(verdict) && !verdict.some(isHarmful) && sure.length > 0)
      return { detector, status: 'found', hits: sortHits(sure, detector.severity) }
    // Nothing found in a part says nothing about the rest.
    if (partly.length > 0 && (verdict === 'not-applicable' || (Array.isArray(verdict) && !verdict.some(isHarmful)))) {
      const switchedOff = partly.every((name) => incomplete[name]?.reason === 'switched-off')
      const relieved = partly.every((name) => incomplete[name]?.decisive === false)
      const weight = relieved ? ({ decisive: false } as const) : {}
      return { detector, status: 'unknown', missing: [...partly].sort(compareText), switchedOff, ...weight, ...why }
    }
    if (verdict === 'not-applicable') return { detector, status: 'not-applicable' }
    if (!Array.isArray(verdict)) {
      // What is unknown for want of a whole fact keeps the weight that the fact has.
      const cut = partly.some(
        (name) => incomplete[name]?.reason !== 'switched-off' && incomplete[name]?.decisive !== false,
      )
      const weight = verdict.decisive === false && !cut ? ({ decisive: false } as const) : {}
      const named = [...verdict.unknown, ...partly].sort(compareText)
      return { detector, status: 'unknown', missing: named, switchedOff: false, ...weight, ...why }
    }
    if (verdict.length === 0) return { detector, status: 'clear' }
    return { detector, status: 'found', hits: sortHits(verdict, detector.severity) }
  } catch (error) {
    return { detector, status: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}

/** A credit is given for what was not found: a part of a fact earns none. */
function isHarmful({ credit = 0 }: Hit): boolean {
  return credit === 0
}

/** Narrowed at run time as the type is at compile time: a detector cannot read what it does not declare. */
function pick(facts: Partial<Facts>, needs: readonly FactName[]): Facts {
  return Object.fromEntries(needs.map((name) => [name, facts[name]])) as Facts
}

function sortHits(hits: readonly Hit[], fallback: Severity): Hit[] {
  const rank = (hit: Hit) => SEVERITY_ORDER.indexOf(hit.severity ?? fallback)
  const key = (hit: Hit) => hit.description + JSON.stringify(hit.evidence)
  return [...hits].sort((a, b) => rank(a) - rank(b) || compareText(key(a), key(b)))
}

/** Code-unit order: the same on every machine, unlike a locale's. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
