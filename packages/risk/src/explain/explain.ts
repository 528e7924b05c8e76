import type { Chain } from '../chain.ts'
import type { Finding } from '../engine/finding.ts'
import type { Facts } from '../facts/facts.ts'
import { explainSteps } from './explainSteps.ts'
import { type MissingFacts, summarise } from './summarise.ts'

export type Explanation = {
  /** Effects of the request, first in one sentence that a non-engineer understands. */
  summary: string
  /** The steps, one numbered line each. */
  details: string
  /** The findings in words, worst first. */
  warnings: string[]
}

/** Says in words what a transaction does, from the facts that are known; same facts, same words. */
export function explain(
  chain: Chain,
  facts: Partial<Facts>,
  { findings, missing = {} }: { findings: readonly Finding[]; missing?: MissingFacts },
): Explanation {
  return {
    summary: summarise(chain, facts, missing),
    details: explainSteps(chain, facts)
      .map((step, index) => `${index + 1}. ${step}`)
      .join('\n'),
    warnings: bounded(
      findings
        .filter(({ severity }) => severity !== 'info')
        .map(({ title, description }) => `${title}: ${description}`),
    ),
  }
}

/** The findings themselves are all in the answer: in words, the worst are enough. */
const MAX_WARNINGS = 20

function bounded(warnings: readonly string[]): string[] {
  const distinct = [...new Set(warnings)]
  if (distinct.length <= MAX_WARNINGS) return distinct
  return [...distinct.slice(0, MAX_WARNINGS), `${distinct.length - MAX_WARNINGS} more warnings.`]
}
