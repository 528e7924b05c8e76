import type { Address } from '@redoubt/risk/address.ts'
import { dangerOf } from '@redoubt/risk/contract/callers.ts'
import { isTokenOnlyCall } from '@redoubt/risk/derive/exits.ts'
import { requestedPermissions } from '@redoubt/risk/derive/grants.ts'
import type { Loss } from '@redoubt/risk/derive/shapes.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { ContractJudgement } from '@redoubt/risk/facts/contractJudgement.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Facts } from '@redoubt/risk/facts.ts'
import { attempt, type FactProviders, Incomplete, type MissingFact } from '@redoubt/risk/gatherFacts.ts'
import { StateUnavailable } from '../../../domain/sourceErrors.ts'
import { accountsInTime } from './accountsInTime.ts'
import { isTrusted } from './rankCounterparties.ts'
import type { TransactionSources } from './transactionSources.ts'

/** A contract that a transaction or message uses. `decisive`: it receives power or value. */
export type UsedContract = { account: Account; decisive: boolean }

/** Contracts of one transaction that are scanned. */
const MAX_CONTRACTS = 8

/** Scans contracts that a transaction or message uses, each once. Wallets and well-known contracts are not looked into. */
export function createContractsJudge(sources: Pick<TransactionSources, 'contractJudgement'>, block: PinnedBlock) {
  const asked = new Map<Address, { decisive: boolean; judged: Promise<ContractJudgement> | null }>()

  return {
    /** Begins to scan those that are not yet being scanned. `within` ends the wait for them. */
    ask(used: readonly UsedContract[], within: () => AbortSignal): void {
      let signal: AbortSignal | undefined
      // Those that matter most are never crowded out by those that matter less.
      for (const { account, decisive } of used.toSorted((a, b) => Number(b.decisive) - Number(a.decisive))) {
        const known = asked.get(account.address)
        if (known !== undefined) known.decisive ||= decisive
        if (known !== undefined || account.class !== 'contract' || isTrusted(account)) continue
        signal ??= within()
        const judged = asked.size < MAX_CONTRACTS ? sources.contractJudgement(block, account, signal) : null
        judged?.catch(() => undefined)
        asked.set(account.address, { decisive, judged })
      }
    },
    /** Incomplete where one could not be scanned in full and nothing was found. */
    async answer(): Promise<Facts['contractJudgements'] | Incomplete<Facts['contractJudgements']>> {
      const judgements: Facts['contractJudgements'] = {}
      const unknown: Unscanned[] = []
      for (const [address, { decisive, judged }] of asked) {
        try {
          const judgement = await judged
          if (judgement !== null) judgements[address] = judgement
          if (judgement === null || (!judgement.complete && dangerOf(judgement) === null))
            unknown.push({ decisive: decisive || judgement?.unreadable !== true, error: null })
        } catch (error) {
          unknown.push({ decisive: decisive || !(error instanceof StateUnavailable), error })
        }
      }
      return unknown.length === 0 ? judgements : new Incomplete(judgements, notScanned(unknown))
    },
  }
}

/** `decisive`: the contract receives power or value, or it may itself be why it could not be scanned. */
type Unscanned = { decisive: boolean; error: unknown }

function notScanned(unknown: readonly Unscanned[]): MissingFact {
  const error = unknown.find((one) => one.error !== null)?.error ?? null
  const isLate = error instanceof DOMException && (error.name === 'TimeoutError' || error.name === 'AbortError')
  const missing: MissingFact = {
    reason: isLate ? 'late' : 'failed',
    message: `${unknown.length} of the contracts used could not be scanned in full${isLate ? ' in time' : ''}`,
    root: 'contractJudgements',
    error,
  }
  return unknown.some(({ decisive }) => decisive) ? missing : { ...missing, decisive: false }
}

/**
 * Shares of the scan's time: what the call data names is scanned while the transaction is executed, who else receives something
 * after it.
 */
const NAMED_SHARE = 1 / 2

const RECEIVERS_SHARE = 1 / 3

/**
 * Scans the contracts that the transaction calls, and those that it gives permissions, control or assets: as a contract scan does, by
 * public facts only. Asked also where nothing is executed.
 */
export function gatherContractJudgements(
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
    const asked = steps.flatMap((step) => requestedPermissions(step, principals)).filter(({ after }) => after > 0n)
    const spenders = new Set(asked.map(({ spender }) => spender))
    const named = await read([...steps.flatMap(({ to }) => to ?? []), ...spenders])
    // A token that only moves or approves itself is scanned where that turns out to touch anything else.
    const isAside = (account: Account) => {
      const { address } = account
      return (
        !spenders.has(address) &&
        isTokenOnlyCall(
          steps.filter(({ to }) => to === address),
          account,
        )
      )
    }
    const receives = ({ address }: Account) => paid.has(address) || spenders.has(address)
    // Every callee is scanned, because a call alone can arm a contract; those that receive something come first.
    const called = named.filter((account) => !isAside(account))
    judge.ask(
      called
        .toSorted((a, b) => Number(receives(b)) - Number(receives(a)))
        .map((account): UsedContract => ({ account, decisive: spenders.has(account.address) })),
      () => within(NAMED_SHARE),
    )
    const [grants, changes, moved, payees, delegates, counterparties] = await Promise.all([
      attempt(get, 'grants'),
      attempt(get, 'privilegeChanges'),
      attempt(get, 'moved'),
      attempt(get, 'payees'),
      attempt(get, 'delegates'),
      attempt(get, 'counterparties'),
    ])
    const lost = moved.value?.movements.lost ?? []
    // Where execution shows that the value came back, who held it on the way decides nothing.
    const keepers = new Set([
      ...(changes.value ?? []).flatMap(({ to }) => to ?? []),
      ...takersOf(lost.filter(({ returned }) => returned !== 'value')),
      ...(payees.value ?? []).filter(({ address, asset }) => address !== asset).map(({ address }) => address),
    ])
    const touched = [...lost.map(({ address }) => address), ...(grants.value ?? []).map(({ token }) => token)]
    const tokens = named.filter((account) => isAside(account) && touched.some((asset) => asset !== account.address))
    const receivers = await read([...keepers, ...takersOf(lost)], counterparties.value ?? {})
    const decides = ({ address }: Account) => moved.value === null || keepers.has(address) || spenders.has(address)
    judge.ask(
      [
        ...(grants.value ?? []).map(
          ({ spenderAccount }): UsedContract => ({ account: spenderAccount, decisive: true }),
        ),
        ...Object.values(delegates.value ?? {}).map((account): UsedContract => ({ account, decisive: true })),
        ...[...receivers, ...called, ...tokens].map(
          (account): UsedContract => ({ account, decisive: decides(account) }),
        ),
      ],
      () => within(RECEIVERS_SHARE),
    )
    const answer = await judge.answer()
    return answer instanceof Incomplete || unread === null ? answer : new Incomplete(answer, unread)
  }
}

/** Who gains what the principals lose. A token's own share of its transfers is no payment to it. */
function takersOf(lost: readonly Loss[]): Address[] {
  return lost.flatMap(({ address, takers, through = [] }) =>
    [...takers, ...through].filter((taker) => taker !== address),
  )
}
