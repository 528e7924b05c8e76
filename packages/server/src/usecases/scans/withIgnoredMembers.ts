import type { Finding } from '@redoubt/risk/engine/finding.ts'
import type { GatheredFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import { IGNORED_MEMBERS_ID, raiseForIgnoredMembers } from '@redoubt/risk/engine/ignoredMembers.ts'
import { type Recommendations, recommend } from '@redoubt/risk/engine/recommendation.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import type { FactName } from '@redoubt/risk/facts/facts.ts'

type Answered = { riskScore: number; riskLevel: RiskLevel }
type Explained = { explanation?: { warnings: string[] } | null }

/**
 * The answer of a scan whose request had members that were ignored: `raiseForIgnoredMembers`, and the recommendation of its level. What
 * was kept of the scan stays as it is, so that no other request is answered with it.
 */
export function withIgnoredMembers<
  Subject extends keyof Recommendations,
  Result extends Answered & Explained & { warnings: Finding[]; recommendation: Recommendations[Subject] },
>(subject: Subject, result: Result, ignored: readonly string[]): Result {
  if (ignored.length === 0) return result
  const raised = withIgnoredWarnings(result, ignored)
  const { explanation } = result
  const own = raised.warnings.find(({ id }) => id === IGNORED_MEMBERS_ID)
  return {
    ...raised,
    recommendation: recommend(subject, raised.riskLevel),
    ...(explanation &&
      own && {
        explanation: { ...explanation, warnings: [...explanation.warnings, `${own.title}: ${own.description}`] },
      }),
  }
}

/** The same of an answer without a recommendation. */
export function withIgnoredWarnings<Result extends Answered & { warnings: Finding[] }>(
  result: Result,
  ignored: readonly string[],
): Result {
  const { riskScore, riskLevel, warnings: findings } = result
  const raised = raiseForIgnoredMembers({ riskScore, riskLevel, findings }, ignored)
  return { ...result, riskScore: raised.riskScore, riskLevel: raised.riskLevel, warnings: raised.findings }
}

/** The same of an answer without findings: what was ignored stands in `meta.ignored`. */
export function withIgnoredScore<Result extends Answered>(result: Result, ignored: readonly string[]): Result {
  const { riskScore, riskLevel } = result
  const raised = raiseForIgnoredMembers({ riskScore, riskLevel, findings: [] }, ignored)
  return { ...result, riskScore: raised.riskScore, riskLevel: raised.riskLevel }
}

/** The same of a wallet, whose findings are called otherwise. */
export function withIgnoredFactors<Result extends Answered & { riskFactors: Finding[] }>(
  result: Result,
  ignored: readonly string[],
): Result {
  const { riskFactors: warnings, ...rest } = result
  const { warnings: riskFactors, ...raised } = withIgnoredWarnings({ ...rest, warnings }, ignored)
  return { ...result, ...raised, riskFactors }
}

/** Members of the answer that show a fact, or from which it would have been derived. */
const MEMBER_OF: Partial<Record<FactName, string>> = {
  block: 'blockNumber',
  now: 'blockNumber',
  decodedCall: 'decoded',
  decodedSteps: 'decoded',
  payees: 'decoded',
  principals: 'decoded',
  tokenPulls: 'simulation',
  saleProbes: 'simulation',
  delegations: 'simulation',
  spenderProbes: 'simulation',
  consentingSpenders: 'simulation',
  openAllowances: 'approvalChanges',
  ownWallets: 'simulation',
  controllers: 'rpc',
  purchasePrivileges: 'simulation',
  purchaseJudgements: 'contractScan',
  harmfulPrefixes: 'simulation',
  unsimulatedCalls: 'simulation',
  contractJudgements: 'contractScan',
  walletJudgements: 'walletScan',
  exits: 'balanceChanges',
  approvalPulls: 'balanceChanges',
  takerProbes: 'simulation',
  privilegeChanges: 'simulation',
  movements: 'balanceChanges',
  moved: 'balanceChanges',
  counterparties: 'balanceChanges',
  grants: 'approvalChanges',
  spenders: 'approvalChanges',
  worstCaseExecutions: 'simulation',
  executedIntents: 'simulation',
  worstCase: 'balanceChanges',
  worstCaseChanges: 'balanceChanges',
  named: 'intents',
  imitations: 'intents',
}

/**
 * `data.unknown`: what could not be learned, in whole or in part, and what the caller switched off, which was not looked at
 * either. Named as the answer's members; a fact without a member (`sender`, `recipient`, `senderHistory`, …) by its own
 * name. Sorted, each once. `missingDecisiveFacts`: what the score could not do without.
 */
export function unknownMembers(
  { missing, incomplete }: Pick<GatheredFacts, 'missing' | 'incomplete'>,
  missingDecisiveFacts: readonly string[] = [],
): string[] {
  // What a rule says in a sentence stands in the finding; a name stands here too.
  const own = missingDecisiveFacts.filter((name) => !name.includes(' '))
  const names = [...Object.keys(missing), ...Object.keys(incomplete), ...own] as FactName[]
  return [...new Set(names.map((name) => MEMBER_OF[name] ?? name))].sort()
}
