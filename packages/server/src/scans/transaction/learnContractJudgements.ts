import type { Address, Facts } from '../../risk/facts.ts'
import { attempt, type FactProviders, Incomplete, type MissingFact } from '../../risk/gatherFacts.ts'
import { accountsInTime } from './accountsInTime.ts'
import { createContractsJudge, type UsedContract } from './judgeContracts.ts'
import type { TransactionSources } from './transactionSources.ts'

/** Callees are scanned while the transaction is executed, in half of the scan's time; who else receives something after it, in a third. */
const CALLEES_SHARE = 1 / 2
const RECEIVERS_SHARE = 1 / 3

/**
 * Scans the contracts that the transaction calls, and those that it gives permissions, control or assets: as a contract scan does, by
 * public facts only. Asked also where nothing is executed.
 */
export function learnContractJudgements(
  sources: Pick<TransactionSources, 'account' | 'contractJudgement'>,
  deadlineMs: number,
): NonNullable<FactProviders['contractJudgements']> {
  return async (get, signal) => {
    const [block, steps, principals] = await Promise.all([get('block'), get('decodedSteps'), get('principals')])
    const judge = createContractsJudge(sources, block)
    const within = (share: number) => AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(deadlineMs * share))])
    let unread: MissingFact | null = null
    const read = async (addresses: readonly Address[], known: Facts['counterparties'] = {}) => {
      const others = [...new Set(addresses)].filter((address) => !principals.includes(address))
      const reads = others.map(async (address) => known[address] ?? sources.account(block, address, signal, 'callee'))
      const found = await accountsInTime(reads, signal)
      if (!(found instanceof Incomplete)) return Object.values(found)
      unread = { ...found.missing, root: 'contractJudgements' }
      return Object.values(found.value)
    }

    const paid = new Set(steps.flatMap(({ to, value, operation }) => (value > 0n || operation === 1 ? [to] : [])))
    const callees = await read(steps.flatMap(({ to }) => to ?? []))
    if (callees.length > 0)
      judge.ask(
        callees.map((account): UsedContract => ({ account, decisive: paid.has(account.address) })),
        () => within(CALLEES_SHARE),
      )
    const [grants, changes, moved, payees, delegates, counterparties] = await Promise.all([
      attempt(get, 'grants'),
      attempt(get, 'privilegeChanges'),
      attempt(get, 'moved'),
      attempt(get, 'payees'),
      attempt(get, 'delegates'),
      attempt(get, 'counterparties'),
    ])
    const named = [
      ...(changes.value ?? []).flatMap(({ to }) => to ?? []),
      ...takersOf(moved.value),
      ...(payees.value ?? []).filter(({ address, asset }) => address !== asset).map(({ address }) => address),
    ]
    const receivers = [
      ...(grants.value ?? []).map(({ spenderAccount }) => spenderAccount),
      ...Object.values(delegates.value ?? {}),
      ...(await read(named, counterparties.value ?? {})),
    ]
    judge.ask(
      receivers.map((account): UsedContract => ({ account, decisive: true })),
      () => within(RECEIVERS_SHARE),
    )
    const answer = await judge.answer()
    return answer instanceof Incomplete || unread === null ? answer : new Incomplete(answer, unread)
  }
}

/** Who gains what the principals lose. A token's own share of its transfers is no payment to it. */
function takersOf(moved: Facts['moved'] | null): Address[] {
  return (moved?.movements.lost ?? []).flatMap(({ address, takers }) => takers.filter((taker) => taker !== address))
}
