import type { Facts } from '@redoubt/risk/facts.ts'
import type { JudgedExecution } from './judgeExecutions.ts'

/**
 * The facts of a message with the rows that only the executions as transactions show: a user operation that makes its
 * account first changes more than its call does. Rows of the worst use stay as they are.
 */
export function withExecutions(facts: Partial<Facts>, executions: readonly JudgedExecution[]): Partial<Facts> {
  const all = executions.map(({ gathered }) => gathered.facts)
  return {
    ...facts,
    worstCaseChanges: joined(
      [facts.worstCaseChanges, ...all.map(({ balanceChanges }) => balanceChanges)],
      ({ account, address, tokenId }) => `${account} ${address} ${tokenId}`,
    ),
    approvalChanges: joined(
      [facts.approvalChanges, ...all.map(({ approvalChanges }) => approvalChanges)],
      ({ token, owner, spender, standard, tokenId }) => `${token} ${owner} ${spender} ${standard} ${tokenId}`,
    ),
    spenders: Object.assign({}, ...all.map(({ spenders }) => spenders), facts.spenders),
  }
}

/** The first row of each key, in order. */
function joined<Row>(lists: readonly (readonly Row[] | undefined)[], keyOf: (row: Row) => string): Row[] {
  const rows = new Map<string, Row>()
  for (const row of lists.flatMap((list) => list ?? [])) if (!rows.has(keyOf(row))) rows.set(keyOf(row), row)
  return [...rows.values()]
}
