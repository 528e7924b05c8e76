import type { Finding, Severity } from '@redoubt/risk/engine/finding.ts'
import type { GatheredFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import { INSUFFICIENT_DATA } from '@redoubt/risk/engine/insufficientData.ts'
import { type Outcome, SEVERITY_ORDER } from '@redoubt/risk/engine/runDetectors.ts'
import type { Judgement } from '@redoubt/risk/facts/contractJudgement.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ReliedWord } from '../../domain/reliedWord.ts'
import { isBusy } from './judgementProblems.ts'

/**
 * A kept judgement stands for so long and so many blocks, while what it rests on is the same; of the very block it was made at, as long
 * as it is kept.
 */
const CURRENT_MS = 60_000
const CURRENT_BLOCKS = 25n
/** Questions may come faster than judgements, and each change makes them old. */
const MAX_RENEWALS = 3

export type KeptJudgement<Kind extends Judgement> = {
  judgement: Kind
  /** Unix milliseconds. */
  madeAt: number
  /** Words of storage that it rests on; null: unknown, and it stands for its own block only. */
  relied: readonly ReliedWord[] | null
  /** The clock, or others' work, cut it short: it is for who asked, and is not kept. */
  cut: boolean
}

/** Whether facts are missing that more time or a quieter machine would show. */
export function isCutShort({
  missing,
  incomplete,
  failedExecutions = [],
}: Pick<GatheredFacts, 'missing' | 'incomplete' | 'failedExecutions'>): boolean {
  // A fact known in part without an error met a counted limit, as it would every time.
  return (
    failedExecutions.some(isBusy) ||
    Object.values(missing).some(({ reason, error }) => reason === 'late' || isBusy(error)) ||
    Object.values(incomplete).some(({ reason, error }) => isBusy(error) || (reason === 'late' && error !== null))
  )
}

/** Returns a judgement that stands at the block: the kept one, else one made anew. What changes faster than it is judged is incomplete. */
export async function currentJudgement<Kind extends Judgement>(
  block: PinnedBlock,
  {
    ask,
    areUnchanged,
    now,
  }: {
    /** `fresh`: not a kept one. */
    ask(fresh: boolean): Promise<KeptJudgement<Kind>>
    areUnchanged(words: readonly ReliedWord[]): Promise<boolean>
    now(): number
  },
): Promise<Kind> {
  let kept = await ask(false)
  for (let renewals = 0; renewals < MAX_RENEWALS; renewals++) {
    if (await isCurrentJudgement(kept, block, { areUnchanged, now })) return kept.judgement
    kept = await ask(true)
  }
  return (await isCurrentJudgement(kept, block, { areUnchanged, now }))
    ? kept.judgement
    : { ...kept.judgement, complete: false }
}

/** Returns whether a kept judgement stands at the block. */
export async function isCurrentJudgement(
  { judgement, madeAt, relied }: KeptJudgement<Judgement>,
  block: PinnedBlock,
  { areUnchanged, now }: { areUnchanged(words: readonly ReliedWord[]): Promise<boolean>; now(): number },
): Promise<boolean> {
  if (judgement.blockNumber === block.number) return true
  const blocks = block.number - judgement.blockNumber
  if (relied === null || now() - madeAt > CURRENT_MS || blocks > CURRENT_BLOCKS || blocks < -CURRENT_BLOCKS)
    return false
  // Storage that cannot be read is not known to be the same.
  return areUnchanged(relied).catch(() => false)
}

const SERIOUS: readonly Severity[] = ['critical', 'high', 'medium']

/** Returns the findings of a judgement: medium and worse, none that is weak or takes points off, worst first, each id once. */
export function seriousFindings(
  outcomes: readonly Outcome[],
  { facts, incomplete }: Pick<GatheredFacts, 'facts' | 'incomplete'>,
): Judgement['findings'] {
  const found = outcomes.flatMap((outcome) => {
    if (outcome.status !== 'found') return []
    const { id, title, severity: usual, soft: weak = false, ofPayers = false, needs } = outcome.detector
    const ofUnknown = needs.some((name) => name in incomplete && facts[name] === null)
    return outcome.hits
      .filter(({ credit = 0, soft = weak, severity = usual }) => credit === 0 && !soft && SERIOUS.includes(severity))
      .map(({ severity = usual, title: told = title }) => {
        return {
          id,
          severity,
          title: told,
          ...(ofPayers && severity !== 'critical' && { ofPayers }),
          ...(ofUnknown && { ofUnknown }),
        }
      })
  })
  const worstFirst = found.sort((a, b) => SEVERITY_ORDER.indexOf(a.severity) - SEVERITY_ORDER.indexOf(b.severity))
  return worstFirst.filter(({ id }, at) => worstFirst.findIndex((other) => other.id === id) === at)
}

/** Returns titles of what makes a score medium or worse and proves no harm: weak findings, and what is not known; each once. */
export function weakTitles(outcomes: readonly Outcome[], findings: readonly Finding[]): string[] {
  const weak = outcomes.flatMap((outcome) => {
    if (outcome.status !== 'found') return []
    const { title, severity: usual, soft: isWeak = false } = outcome.detector
    return outcome.hits.some(({ soft = isWeak, severity = usual }) => soft && SERIOUS.includes(severity)) ? [title] : []
  })
  const unknown = findings.filter(({ id, impact }) => id === INSUFFICIENT_DATA && impact > 0).map(({ title }) => title)
  return [...new Set([...weak, ...unknown])]
}

/** Whether all that it says is said because a fact could not be gathered: it is no judgement to be shown elsewhere. */
export function restsOnUnknown({ complete, findings }: Pick<Judgement, 'complete' | 'findings'>): boolean {
  return !complete && findings.length > 0 && findings.every(({ ofUnknown }) => ofUnknown)
}

/**
 * Adds findings of an incomplete judgement to a complete one that still stands: a newer finding always counts, unless it was only found
 * because a fact could not be gathered. Null: it has none that the other lacks.
 */
export function withNewerFindings<Kind extends Judgement>(older: Kind, newer: Kind): Kind | null {
  const added = newer.findings.filter(
    ({ id, ofUnknown }) => ofUnknown !== true && !older.findings.some((known) => known.id === id),
  )
  if (added.length === 0) return null
  const findings = [...older.findings, ...added].sort(
    (a, b) => SEVERITY_ORDER.indexOf(a.severity) - SEVERITY_ORDER.indexOf(b.severity),
  )
  const worse = newer.riskScore > older.riskScore ? newer : older
  return { ...older, findings, riskScore: worse.riskScore, riskLevel: worse.riskLevel }
}
