import { listTakings } from '../../risk/derive/listTakings.ts'
import { type FactProviders, Incomplete, type MissingFact } from '../../risk/gatherFacts.ts'
import type { Taking } from '../../risk/minedFacts.ts'
import { standingOf } from '../../risk/standing.ts'
import type { TransactionSources } from './transactionSources.ts'

/** What a mined transaction took from people by their approvals; contracts hold others' tokens and give them out. */
export function learnTakings(
  sources: Pick<TransactionSources, 'mined' | 'account'>,
): NonNullable<FactProviders['takings']> {
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
    const shown = trace === null ? [] : listTakings({ trace, transaction, principals, balanceChanges })
    const takings = await Promise.all(
      shown.map(async ({ owner, spender, loss }): Promise<Taking> => {
        const read = (address: typeof owner) => sources.account(block, address, signal)
        const [whose, whoTakes] = await Promise.all([read(owner), read(spender)])
        return { owner: whose, spender: whoTakes, loss }
      }),
    )
    const fromPeople = takings.filter(({ owner }) => standingOf({ ...owner, labels: [] }) === 'person')
    return trace === null || truncated || byLogsAlone ? new Incomplete(fromPeople, NOT_SEEN) : fromPeople
  }
}

const NOT_SEEN: MissingFact = {
  reason: 'failed',
  message: 'who moved what is not known in full',
  root: 'simulation',
  error: null,
}
