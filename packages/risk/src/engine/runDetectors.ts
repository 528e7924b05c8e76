import type { FactName, Facts } from '../facts/facts.ts'
import { isDecisive } from './decisiveFacts.ts'
import type { Detector } from './detector.ts'
import type { Hit, Severity } from './finding.ts'
import type { GatheredFacts } from './gatherFacts.ts'

/** Outcome of one detector. Only `clear` says that the risk was searched and is absent. */
export type Outcome = { detector: Detector } & (
  | { status: 'found'; hits: Hit[] }
  | { status: 'clear' }
  /** `missing`: facts, or what the detector said it would have to know. `missingDecisiveFacts`: those of them without which nothing is safe. */
  | { status: 'unknown'; missing: string[]; missingDecisiveFacts: string[] }
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
    const missingDecisiveFacts = absent.filter((name) =>
      isDecisive(detector, name, { missed: missing[name], whole: true }),
    )
    return {
      detector,
      status: 'unknown',
      missing: absent.sort(compareText),
      missingDecisiveFacts: missingDecisiveFacts.sort(compareText),
    }
  }
  try {
    const verdict = detector.detect(pick(facts, detector.needs))
    const partly = detector.needs.filter((name) => name in incomplete)
    const cut = partly.filter((name) => isDecisive(detector, name, { missed: incomplete[name], whole: false }))
    const sure = Array.isArray(verdict) ? verdict.filter((hit) => hit.sure) : []
    if (partly.length > 0 && Array.isArray(verdict) && !verdict.some(isHarmful) && sure.length > 0)
      return { detector, status: 'found', hits: sortHits(sure, detector.severity) }
    // A clear part proves nothing about the rest.
    if (partly.length > 0 && (verdict === 'not-applicable' || (Array.isArray(verdict) && !verdict.some(isHarmful))))
      return {
        detector,
        status: 'unknown',
        missing: partly.sort(compareText),
        missingDecisiveFacts: cut.sort(compareText),
      }
    if (verdict === 'not-applicable') return { detector, status: 'not-applicable' }
    if (!Array.isArray(verdict)) {
      const own = detector.decisive && verdict.decisive !== false ? verdict.unknown : []
      return {
        detector,
        status: 'unknown',
        missing: [...verdict.unknown, ...partly].sort(compareText),
        missingDecisiveFacts: [...own, ...cut].sort(compareText),
      }
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
