import type { FactName, Facts } from './facts.ts'
import type { Hit, Severity } from './finding.ts'

export type Subject = 'url' | 'contract' | 'wallet' | 'transaction' | 'message'
/** The four categories of the risk report. */
export type Category = 'ownership' | 'code' | 'liquidity' | 'associations'

/** A rule about one risk. It computes over facts and returns evidence; it never fetches. */
export type Detector<Needs extends FactName = FactName> = {
  /** Equal to the file name: stable, kebab-case, a noun phrase. */
  id: string
  title: string
  /** Why a person should care, with sources cited. */
  why: string
  /** What to do about it. */
  advice: string
  appliesTo: Subject
  category: Category
  severity: Severity
  confidence: 'low' | 'medium' | 'high'
  /** Weak signals (new, unverified, first interaction) are capped together. */
  soft?: boolean
  /** Detectors of one family describe the same risk: only the worst counts. Defaults to the id. */
  family?: string
  /** About how the question was written and not what it is about: no score that it made is kept for the entity. */
  ofQuestion?: true
  /** What it says itself it would have to know decides the verdict, as the facts of `DECISIVE_FACTS` do: unknown is 40 or above. */
  decisive?: boolean
  needs: readonly Needs[]
  detect(facts: Pick<Facts, Needs>): Verdict
}

/**
 * What a detector says of the facts it was given: the hits (none = clear), that the question does not arise, or what
 * it would have to know and does not (a price, an archive state). The last is never read as clear. `decisive: false` says
 * that what is missing does not decide the verdict, though the detector's own facts do: a list that is not on this chain.
 */
export type Verdict = Hit[] | 'not-applicable' | { unknown: readonly string[]; decisive?: false }

/** Declares a detector; the type of `detect` narrows to the facts named in `needs`. */
export function defineDetector<const Needs extends FactName>(detector: Detector<Needs>): Detector<Needs> {
  return detector
}
