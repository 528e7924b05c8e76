import type { Category } from '../detector.ts'
import type { Finding } from '../finding.ts'
import { insufficientData } from '../insufficientData.ts'
import type { ReportFactor } from '../report.ts'
import { ASPECT_CATEGORY } from '../wallet/aspectCategory.ts'
import { aspectOf } from '../wallet/aspects.ts'
import type { SubScores, WalletAspect } from '../wallet/subScores.ts'
import { THIN_RECORD } from '../wallet/walletScore.ts'
import { apportion } from './apportion.ts'
import { detectorOf } from './detectorOf.ts'

/** Parts of a score: its findings and, for a wallet, its five sub-scores before the floors. */
export type Scored = {
  riskScore: number
  findings: readonly Finding[]
  /** Points that the credits among the findings took off the score. */
  creditsTaken: number
  subScores?: SubScores
  weighted?: number
}
type Placed = ReportFactor & { category: Category }

/**
 * The factors of a report with impacts that sum exactly to the score. Credits share what they took off; the score without them is
 * shared out among the findings in proportion to what each would score alone. A wallet's weighted sum is shared among its five aspects
 * first, and the findings share what raises the score above it. Which category each belongs to is said beside it.
 */
export function reportFactors(scored: Scored): Placed[] {
  if (scored.subScores) return walletFactors(scored, scored.subScores)
  // No points without a factor, whatever was given.
  const isExplained = scored.riskScore === 0 || scored.findings.some(({ impact }) => impact > 0)
  const findings = isExplained ? scored.findings : [insufficientData([], scored.riskScore), ...scored.findings]
  return share(scored.riskScore, { ...scored, findings }, categoryOf)
}

function share(total: number, { findings, creditsTaken }: Scored, category: (id: string) => Category): Placed[] {
  // Without a harmful finding there is nothing that a credit could have lowered.
  const taken = findings.some(({ impact }) => impact > 0) ? creditsTaken : 0
  const harms = findings.map(({ impact }) => Math.max(impact, 0))
  const credits = findings.map(({ impact }) => Math.max(-impact, 0))
  const off = apportion(taken, credits)
  const sum = off.reduce((all, one) => all + one, 0)
  const shares = apportion(total + sum, harms)
  return findings.map((finding, place) => {
    const impact = (shares[place] ?? 0) - (off[place] ?? 0)
    return { ...finding, name: finding.title, impact, category: category(finding.id) }
  })
}

function walletFactors(scored: Scored, subScores: SubScores): Placed[] {
  const { riskScore, weighted = 0 } = scored
  const aspects = Object.entries(subScores) as [WalletAspect, SubScores[WalletAspect]][]
  const above = Math.max(riskScore - weighted, 0)
  // The five aspects say in detail what that finding sums up.
  const findings = scored.findings.filter(({ id }) => id !== THIN_RECORD)
  const raised = share(above, { ...scored, findings }, categoryOfWallet)
  // What raised nothing, because no finding lifts the score above the sum, is told by the aspect that it is part of.
  const shares = apportion(
    riskScore - raised.reduce((sum, { impact }) => sum + impact, 0),
    aspects.map(([, { score, weight }]) => score * weight),
  )
  const byAspect = aspects.map(
    ([aspect, { score, weight, known, reason }], place): Placed => ({
      id: `wallet-${aspect}`,
      name: ASPECT_NAMES[aspect],
      title: ASPECT_NAMES[aspect],
      severity: 'info',
      description: `${reason}${known ? '' : ' (not fully known)'}: ${score} of 100, weighing ${weight} %.`,
      impact: shares[place] ?? 0,
      evidence: { score, weight, known },
      category: ASPECT_CATEGORY[aspect],
    }),
  )
  return [...raised, ...byAspect]
}

function categoryOf(id: string): Category {
  return detectorOf(id)?.category ?? 'associations'
}

function categoryOfWallet(id: string): Category {
  return ASPECT_CATEGORY[aspectOf(id)]
}

const ASPECT_NAMES: Readonly<Record<WalletAspect, string>> = {
  age: 'Age of the wallet',
  history: 'Transaction history',
  funding: 'Source of funds',
  associations: 'Counterparties',
  labels: 'Labels',
}
