import type { Loss, Movements } from '@redoubt/risk/derive/shapes.ts'
import type { GatheredFacts } from '@redoubt/risk/gatherFacts.ts'
import type { JudgedExecution } from './judgeExecutions.ts'

/**
 * Returns the facts of a message without the losses that an execution, judged as a transaction, has too: that transaction's
 * rules know the recipients and the purpose. A loss only by the worst use of the signature (a Safe's refund) stays.
 */
export function besideExecutions(gathered: GatheredFacts, executions: readonly JudgedExecution[]): GatheredFacts {
  const { worstCase } = gathered.facts
  if (worstCase === undefined) return gathered
  const judged = executions.flatMap(({ gathered: { facts, incomplete } }) =>
    incomplete.movements === undefined ? (facts.movements?.lost ?? []) : [],
  )
  const lost = worstCase.lost.filter((loss) => !judged.some((one) => covers(one, loss)))
  return { ...gathered, facts: { ...gathered.facts, worstCase: { ...worstCase, lost } satisfies Movements } }
}

function covers(judged: Loss, { account, address, tokenId, amount }: Loss): boolean {
  const same = judged.account === account && judged.address === address && judged.tokenId === tokenId
  return same && judged.amount >= amount
}
