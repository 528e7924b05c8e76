import type { Finding } from '@redoubt/risk/engine/finding.ts'
import type { Appeal, AppealClaim, CaseVerdict, ClaimCheck, ComparedFinding } from '../../domain/feedback.ts'

/** Members of a scan's answer that a case is compared by. */
export type CaseResult = Omit<CaseVerdict, 'at'> & {
  warnings: Pick<Finding, 'id' | 'severity' | 'title'>[]
  contractDetails?: { verified: boolean | null }
  privileged?: PowerfulAccount[]
  proxy?: { admin: PowerfulAccount | null } | null
  /** What could not be learned, in whole or in part. */
  unknown?: string[]
}

/** `commandedBy`: a key that alone makes the account act at once. */
type PowerfulAccount = { address: string; by: string; account: string; commandedBy?: string | null }

/** An answer, and when it was given: ISO 8601. */
export type JudgedCase = { result: CaseResult; at: string }

/** Compares a case as it was judged with the same case judged anew. What the claims say is looked up in both answers, and believed of neither party. */
export function compareCases(
  was: JudgedCase,
  is: JudgedCase,
  claims: readonly AppealClaim[],
): Pick<Appeal, 'before' | 'after' | 'gone' | 'come' | 'changed' | 'sameRules' | 'claims'> {
  const [before, after] = [findingsById(was), findingsById(is)]
  const shown = ({ id, severity, title }: ComparedFinding): ComparedFinding => ({ id, severity, title })
  return {
    before: verdictOf(was),
    after: verdictOf(is),
    gone: [...before.values()].filter(({ id }) => !after.has(id)).map(shown),
    come: [...after.values()].filter(({ id }) => !before.has(id)).map(shown),
    changed: [...after.values()].flatMap((now) => {
      const earlier = before.get(now.id)
      return earlier === undefined || earlier.severity === now.severity
        ? []
        : [{ ...shown(now), was: earlier.severity }]
    }),
    sameRules: was.result.rulesetVersion === is.result.rulesetVersion,
    claims: [...new Set(claims)].map((claim) => checked(claim, was.result, is.result)),
  }
}

/** The worst finding of each id. */
function findingsById({ result }: JudgedCase): Map<string, ComparedFinding> {
  const worst = new Map<string, ComparedFinding>()
  for (const finding of result.warnings) {
    const known = worst.get(finding.id)
    if (known === undefined || SEVERITIES.indexOf(finding.severity) > SEVERITIES.indexOf(known.severity))
      worst.set(finding.id, finding)
  }
  return worst
}

const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical']

function verdictOf({ result, at }: JudgedCase): CaseVerdict {
  const { riskScore, riskLevel, recommendation, complete, rulesetVersion, blockNumber } = result
  return { riskScore, riskLevel, recommendation, complete, rulesetVersion, blockNumber, at }
}

function checked(claim: AppealClaim, was: CaseResult, is: CaseResult): ClaimCheck {
  switch (claim) {
    case 'verified-source':
      return { claim, holds: is.contractDetails?.verified ?? null, held: was.contractDetails?.verified ?? null }
    case 'timelock':
      return { claim, holds: isTimelocked(is), held: isTimelocked(was) }
    case 'role-change': {
      const [roles, earlier] = [rolesOf(is), rolesOf(was)]
      return { claim, holds: roles === null || earlier === null ? null : roles !== earlier, held: null }
    }
  }
}

/** Whether all power lies with timelocks: beside a wallet, or commanded by one at once, a timelock delays nothing. */
function isTimelocked(result: CaseResult): boolean | null {
  const powerful = powerfulOf(result)?.filter(({ account }) => account !== 'burned')
  if (powerful === undefined) return null
  const isDelayed = ({ account, commandedBy }: PowerfulAccount) =>
    account === 'timelock' && (commandedBy ?? null) === null
  if (!powerful.every(isDelayed)) return false
  // Others may have power that was not found.
  return isAllKnown(result) ? powerful.length > 0 : null
}

/** Accounts with power and what gives it, as text; null: not all of them are known. */
function rolesOf(result: CaseResult): string | null {
  const powerful = powerfulOf(result)
  if (powerful === undefined || !isAllKnown(result)) return null
  const roles = powerful.map(({ address, by }) => `${by} ${address.toLowerCase()}`)
  return [...new Set(roles)].sort().join('\n')
}

function powerfulOf({ privileged, proxy }: CaseResult): PowerfulAccount[] | undefined {
  return privileged && [...privileged, ...(proxy?.admin ? [proxy.admin] : [])]
}

function isAllKnown({ unknown = [] }: CaseResult): boolean {
  return !unknown.includes('privileged') && !unknown.includes('proxy')
}
