import type { FactName, Facts } from '../facts/facts.ts'
import type { Hit, Severity } from './finding.ts'

export type Subject = 'url' | 'contract' | 'wallet' | 'transaction' | 'message'
/** The four categories of the risk report. */
export type Category = 'ownership' | 'code' | 'liquidity' | 'associations'

/** A rule about one risk. It computes over facts and returns evidence; it never fetches. */
export type Detector<Needs extends FactName = FactName> = {
  /** Equal to the file name: stable, kebab-case, a noun phrase. */
  id: string
  title: string
  /** Reason to care, with sources. */
  why: string
  /** Advice on what to do. */
  advice: string
  appliesTo: Subject
  category: Category
  severity: Severity
  confidence: 'low' | 'medium' | 'high'
  /** Weak signals (new, unverified, first interaction) are capped together. */
  soft?: boolean
  /** Detectors of one family describe the same risk: only the worst counts. Defaults to the id. */
  family?: string
  /** Judges how the request was written, not its subject: a score with such a finding is not kept for the entity. */
  ofQuestion?: true
  /** Of a wallet: endangers its owner, and is nothing to who pays it. */
  ofOwner?: true
  /** Of a contract: below critical, endangers only accounts that pay it. */
  ofPayers?: true
  /** Its own unknowns decide the verdict, as the facts of `DECISIVE_FACTS` do: unknown is 40 or above. */
  decisive?: boolean
  needs: readonly Needs[]
  detect(facts: Pick<Facts, Needs>): Verdict
}

/**
 * Answer of a detector about its facts: the hits (none = clear), not applicable, or the data it lacks (a price, an archive
 * state). Lacking data is never read as clear. `decisive: false` says that the missing part does not decide the verdict, though
 * the detector's own facts do: a list that does not cover this chain.
 */
export type Verdict = Hit[] | 'not-applicable' | { unknown: readonly string[]; decisive?: false }

/** Declares a detector; the type of `detect` narrows to the facts named in `needs`. */
export function defineDetector<const Needs extends FactName>(detector: Detector<Needs>): Detector<Needs> {
  return detector
}
