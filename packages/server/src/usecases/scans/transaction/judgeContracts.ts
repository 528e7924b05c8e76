import { KNOWN_DELEGATES } from '@redoubt/risk/accounts/knownAddresses.ts'
import type { Address } from '@redoubt/risk/address.ts'
import { dangerOf } from '@redoubt/risk/contract/callers.ts'
import { isTokenOnlyCall } from '@redoubt/risk/derive/exits.ts'
import { requestedPermissions } from '@redoubt/risk/derive/grants.ts'
import type { Loss } from '@redoubt/risk/derive/shapes.ts'
import {
  attempt,
  type FactProviders,
  type GetFact,
  Incomplete,
  type MissingFact,
} from '@redoubt/risk/engine/gatherFacts.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { ContractJudgement } from '@redoubt/risk/facts/contractJudgement.ts'
import type { CallFrame } from '@redoubt/risk/facts/execution.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { StateUnavailable } from '../../../domain/sourceErrors.ts'
import { accountsInTime } from './accountsInTime.ts'
import { createAccountsJudge, type UsedAccount } from './accountsJudge.ts'
import { isTrusted } from './rankCounterparties.ts'
import type { TransactionSources } from './transactionSources.ts'

/** Contracts of one transaction that are scanned. */
const MAX_CONTRACTS = 8
/** Called contracts that are asked whether they are the account of an item. */
const MAX_CALLED = 12

/**
 * Scans contracts that a transaction or message uses, each once. Wallets and well-known contracts are not looked into. What becomes of
 * payments is awaited of those alone that may pull later: what a transaction itself pays is followed by its own scan.
 */
export function createContractsJudge(
  sources: Pick<TransactionSources, 'contractJudgement'>,
  block: PinnedBlock,
  mayPull: (address: Address) => boolean = () => false,
) {
  return createAccountsJudge<ContractJudgement>({
    root: 'contractJudgements',
    what: 'contracts used',
    max: MAX_CONTRACTS,
    isJudged: (account) => runsOwnCode(account) && !isTrusted(account),
    judge: (account, signal) =>
      sources.contractJudgement(block, account, signal, {
        payments: mayPull(account.address) ? 'preferred' : 'unawaited',
      }),
    unjudged(judgement, { decisive, error }) {
      if (judgement !== null && (judgement.complete || dangerOf(judgement) !== null)) return null
      // The node alone may be why; else the contract may itself be.
      const isNodes = error === null ? judgement?.unreadable === true : error instanceof StateUnavailable
      return { decisive: decisive || !isNodes, error }
    },
  })
}

/** A delegated account (EIP-7702) does with what it receives what its delegate says. */
function runsOwnCode({ class: kind, delegate }: Account): boolean {
  return kind === 'contract' || (kind === 'delegated-eoa' && delegate !== null && !KNOWN_DELEGATES.has(delegate))
}

/**
 * Scans the contracts that the transaction calls, and those that it gives permissions, control or assets: as a contract scan does, by
 * public facts only. Asked also where nothing is executed.
 */
export function gatherContractJudgements(
  sources: Pick<TransactionSources, 'account' | 'contractJudgement' | 'itemOfAccount'>,
): NonNullable<FactProviders['contractJudgements']> {
  return async (get, signal) => {
    const [block, steps, principals] = await Promise.all([get('block'), get('decodedSteps'), get('principals')])
    const spenders = new Set<Address>()
    const judge = createContractsJudge(sources, block, (address) => spenders.has(address))
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
    for (const { spender } of asked) spenders.add(spender)
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
        .map((account): UsedAccount => ({ account, decisive: spenders.has(account.address) })),
      () => signal,
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
    // A token that only a pool prices decides what is left of what was taken for it; purchases have a probe.
    const bought = lost.some(({ pooled, how }) => pooled === true && how === 'taken')
      ? (moved.value?.movements.gained ?? []).flatMap(({ address, poolUsd }) =>
          address === null || poolUsd === undefined ? [] : [address],
        )
      : []
    const touched = [...lost.map(({ address }) => address), ...(grants.value ?? []).map(({ token }) => token)]
    const tokens = named.filter((account) => isAside(account) && touched.some((asset) => asset !== account.address))
    const accounts = await accountsOfItems(sources, get, signal)
    const receivers = await read([...keepers, ...takersOf(lost), ...bought, ...accounts], counterparties.value ?? {})
    const decides = ({ address }: Account) =>
      moved.value === null || [keepers, spenders, new Set([...bought, ...accounts])].some((one) => one.has(address))
    judge.ask(
      [
        ...(grants.value ?? []).map(({ spenderAccount }): UsedAccount => ({ account: spenderAccount, decisive: true })),
        ...Object.values(delegates.value ?? {}).map((account): UsedAccount => ({ account, decisive: true })),
        ...[...receivers, ...called, ...tokens].map(
          (account): UsedAccount => ({ account, decisive: decides(account) }),
        ),
      ],
      () => signal,
    )
    const answer = await judge.answer()
    return answer instanceof Incomplete || unread === null ? answer : new Incomplete(answer, unread)
  }
}

/** Who gains what the principals lose. A token's own share of its transfers is no payment to it. */
export function takersOf(lost: readonly Loss[]): Address[] {
  return lost.flatMap(({ address, takers, through = [] }) =>
    [...takers, ...through].filter((taker) => taker !== address),
  )
}

/** Called contracts that are the accounts of items which the transaction brings (ERC-6551): a buyer pays for what they hold. */
async function accountsOfItems(
  { itemOfAccount }: Pick<TransactionSources, 'itemOfAccount'>,
  get: GetFact,
  signal: AbortSignal,
): Promise<Address[]> {
  const [block, moved, simulation] = await Promise.all([
    get('block'),
    attempt(get, 'moved'),
    attempt(get, 'simulation'),
  ])
  const items = (moved.value?.movements.gained ?? []).filter(({ assetType }) => assetType === 'erc721')
  if (itemOfAccount === undefined || items.length === 0 || !simulation.value?.trace) return []
  const called = [...new Set(calleesIn(simulation.value.trace))].filter((one) =>
    items.every(({ address }) => address !== one),
  )
  const found = await Promise.all(
    called.slice(0, MAX_CALLED).map(async (one) => {
      const item = await itemOfAccount(block, one, signal).catch(() => {
        signal.throwIfAborted()
        return null
      })
      const isBrought = items.some(({ address, tokenId }) => address === item?.collection && tokenId === item?.id)
      return isBrought ? [one] : []
    }),
  )
  return found.flat()
}

function calleesIn({ to, calls }: CallFrame): Address[] {
  return [...(to === null ? [] : [to]), ...calls.flatMap(calleesIn)]
}
