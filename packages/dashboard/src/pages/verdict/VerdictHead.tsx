import { Verdict } from '@redoubt/client/react'
import type { ReactNode } from 'react'
import { amountText } from '../../ui/format.ts'

type Judged = {
  riskScore: number
  riskLevel: string
  recommendation?: string | null
  confidence: number
  complete: boolean
  rulesetVersion: string
  intelAsOf: string
  blockNumber?: string | null
  explanation?: { summary: string } | null
}

/** Levels that an incomplete scan does not show. */
const FAVOURABLE = ['safe', 'low']

type Props = { of: Judged; subject: ReactNode; actions?: ReactNode; extra?: readonly (readonly [string, ReactNode])[] }

/** What was judged, the verdict, and on which facts it stands. */
export function VerdictHead({ of: judged, subject, actions, extra = [] }: Props) {
  const { riskScore, riskLevel, recommendation, complete, explanation } = judged
  const heading = {
    riskScore,
    riskLevel,
    complete,
    recommendation: recommendation ?? null,
    explanation: explanation ? { summary: explanation.summary } : null,
  }
  const facts: (readonly [string, ReactNode])[] = [
    ...extra,
    ['Confidence', `${Math.round(judged.confidence * 100)} %`],
    ...(judged.blockNumber ? ([['Block', amountText(judged.blockNumber)]] as const) : []),
    ['Ruleset', judged.rulesetVersion],
    ['Lists as of', judged.intelAsOf.slice(0, 10)],
  ]
  return (
    // What is missing can only make a verdict worse: a bad one is not unknown.
    <section
      className="verdict"
      data-level={complete || !FAVOURABLE.includes(riskLevel) ? riskLevel : 'unknown'}
      aria-label="Verdict"
    >
      <div className="row">
        {subject}
        {actions !== undefined && <div className="actions actions-end">{actions}</div>}
      </div>
      <Verdict of={heading} />
      <dl className="verdict-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
