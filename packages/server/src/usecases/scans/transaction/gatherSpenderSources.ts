import { spenderKindOf } from '@redoubt/risk/accounts/spenderKind.ts'
import { trustOf } from '@redoubt/risk/accounts/trust.ts'
import { listApprovalPulls } from '@redoubt/risk/derive/tokenPulls.ts'
import { type FactProviders, Incomplete, type MissingFact } from '@redoubt/risk/engine/gatherFacts.ts'
import type { ApprovalPull } from '@redoubt/risk/facts/minedFacts.ts'
import type { TransactionSources } from './transactionSources.ts'

const MAX_SPENDERS = 4

/** Asks where the source of unknown spenders is published. Known ones need no source, and persons have none. */
export function gatherSpenderSources(
  sources: Pick<TransactionSources, 'sourceCheck'>,
): NonNullable<FactProviders['spenderSources']> {
  return async (get, signal) => {
    const grants = await get('grants')
    const unknown = new Map(
      grants
        .filter(({ spenderAccount }) => spenderKindOf(spenderAccount) === 'unknown')
        .map(({ spenderAccount }) => [spenderAccount.address, spenderAccount]),
    )
    const contracts = [...unknown.values()].slice(0, MAX_SPENDERS)
    return Promise.all(
      contracts.flatMap(({ address, codeHash }) =>
        codeHash === null ? [] : [sources.sourceCheck({ address, codeHash }, signal)],
      ),
    )
  }
}

/** What a mined transaction took from people by their approvals; contracts hold others' tokens and give them out. */
export function gatherApprovalPulls(
  sources: Pick<TransactionSources, 'mined' | 'account'>,
): NonNullable<FactProviders['approvalPulls']> {
  return async (get, signal) => {
    if (sources.mined !== true) return []
    const [block, transaction, simulation, balanceChanges, principals] = await Promise.all([
      get('block'),
      get('transaction'),
      get('simulation'),
      get('balanceChanges'),
      get('principals'),
    ])
    const { trace, truncated, byLogsAlone } = simulation
    const shown = trace === null ? [] : listApprovalPulls({ trace, transaction, principals, balanceChanges })
    const approvalPulls = await Promise.all(
      shown.map(async ({ owner, spender, loss }): Promise<ApprovalPull> => {
        const read = (address: typeof owner) => sources.account(block, address, signal)
        const [whose, whoTakes] = await Promise.all([read(owner), read(spender)])
        return { owner: whose, spender: whoTakes, loss }
      }),
    )
    const fromPeople = approvalPulls.filter(({ owner }) => trustOf({ ...owner, labels: [] }) === 'wallet')
    return trace === null || truncated || byLogsAlone ? new Incomplete(fromPeople, NOT_SEEN) : fromPeople
  }
}

const NOT_SEEN: MissingFact = {
  reason: 'failed',
  message: 'who moved what is not known in full',
  root: 'simulation',
  error: null,
}
