import type { FactName } from '@redoubt/risk/facts.ts'
import type { GatheredFacts } from '@redoubt/risk/gatherFacts.ts'

/** Members of the answer that show a fact, or from which it would have been derived. */
const MEMBER_OF: Partial<Record<FactName, string>> = {
  block: 'blockNumber',
  decodedCall: 'decoded',
  decodedSteps: 'decoded',
  payees: 'decoded',
  principals: 'decoded',
  tokenPulls: 'simulation',
  saleProbes: 'simulation',
  delegations: 'simulation',
  spenderProbes: 'simulation',
  purchasePrivileges: 'simulation',
  unseenCalls: 'simulation',
  contractJudgements: 'contractScan',
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
  worstCase: 'balanceChanges',
  worstCaseChanges: 'balanceChanges',
  named: 'intents',
  imitations: 'intents',
}

/**
 * `data.unknown`: what could not be learned, in whole or in part, and what the caller switched off, which was not looked at
 * either. Named as the answer's members; a fact without a member (`sender`, `recipient`, `senderHistory`, …) by its own
 * name. Sorted, each once. `undecided`: what the score could not do without.
 */
export function unknownMembers(
  { missing, incomplete }: Pick<GatheredFacts, 'missing' | 'incomplete'>,
  undecided: readonly string[] = [],
): string[] {
  // What a rule says in a sentence stands in the finding; a name stands here too.
  const own = undecided.filter((name) => !name.includes(' '))
  const names = [...Object.keys(missing), ...Object.keys(incomplete), ...own] as FactName[]
  return [...new Set(names.map((name) => MEMBER_OF[name] ?? name))].sort()
}
