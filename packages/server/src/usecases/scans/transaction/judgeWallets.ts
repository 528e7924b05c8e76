import { trustOf } from '@redoubt/risk/accounts/trust.ts'
import type { Address } from '@redoubt/risk/address.ts'
import { requestedPermissions } from '@redoubt/risk/derive/grants.ts'
import { paidBefore } from '@redoubt/risk/derive/parts.ts'
import { derivePayees } from '@redoubt/risk/derive/payees.ts'
import { attempt, type FactProviders, type GetFact, Incomplete } from '@redoubt/risk/engine/gatherFacts.ts'
import { judgedPartsOf } from '@redoubt/risk/engine/judgedParts.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { ReceiverJudgement } from '@redoubt/risk/facts/contractJudgement.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { accountsInTime } from './accountsInTime.ts'
import { createAccountsJudge, type UsedAccount } from './accountsJudge.ts'
import { takersOf } from './judgeContracts.ts'
import type { TransactionSources } from './transactionSources.ts'

/** Wallets of one transaction that are judged: as many accounts as are read that change. */
const MAX_WALLETS = 50

/**
 * Shares of the scan's time in which the past of wallets is waited for: their histories come from other services. What the call data names
 * is judged while the transaction is executed, other receivers after it.
 */
const NAMED_SHARE = 1 / 2
const RECEIVERS_SHARE = 1 / 3

/** Of them, those without whose judgement nothing is safe: a payroll must not wait for the past of every employee. */
const MAX_DECISIVE = 12

/**
 * Judges accounts of keys, and wallets made of code, that a transaction or message gives something, each once. Services known by name are
 * not looked into.
 */
export function createWalletsJudge(sources: Pick<TransactionSources, 'walletJudgement'>, block: PinnedBlock) {
  return createAccountsJudge<ReceiverJudgement>({
    root: 'walletJudgements',
    what: 'wallets that receive something',
    max: MAX_WALLETS,
    isJudged: (account) =>
      account.class !== 'precompile' && judgedPartsOf(account) !== 'contract' && trustOf(account) !== 'known',
    judge: async (account, signal) => ({ ...(await sources.walletJudgement(block, account, signal)), account }),
    unjudged(judgement, { decisive, error }) {
      if (judgement?.complete === true) return null
      // A past that no source tells is no danger. That nothing at all could be judged in time is no safety.
      return { decisive: decisive && judgement === null, error }
    },
  })
}

/**
 * Judges the wallets that the transaction pays or gives permissions or control, by the wallet scan: those that the call data names while
 * the transaction is executed, the others after it. A wallet that the sender paid before may stay unjudged.
 */
export function gatherWalletJudgements(
  sources: Pick<TransactionSources, 'account' | 'walletJudgement'>,
  deadlineMs: number,
): NonNullable<FactProviders['walletJudgements']> {
  return async (get, signal) => {
    const [block, principals] = await Promise.all([get('block'), get('principals')])
    const judge = createWalletsJudge(sources, block)
    const within = (share: number) => AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(deadlineMs * share))])
    let asked = 0
    const ask = async (
      addresses: readonly Address[],
      share: number,
      known: Facts['counterparties'],
      decides = true,
    ) => {
      const others = [...new Set(addresses)].filter((address) => !principals.includes(address))
      const reads = others.map(async (address) => known[address] ?? sources.account(block, address, signal))
      const read = await accountsInTime(reads, signal)
      const accounts: Account[] = Object.values(read instanceof Incomplete ? read.value : read)
      // Who could not be read is missing among the counterparties and spenders, which decide.
      const used = accounts.map((account): UsedAccount => ({ account, decisive: decides && ++asked <= MAX_DECISIVE }))
      judge.ask(used, () => within(share))
    }
    await ask(await namedReceivers(get, principals), NAMED_SHARE, {})
    const [grants, changes, moved, payees, counterparties] = await Promise.all([
      attempt(get, 'grants'),
      attempt(get, 'privilegeChanges'),
      attempt(get, 'moved'),
      attempt(get, 'payees'),
      attempt(get, 'counterparties'),
    ])
    const lost = moved.value?.movements.lost ?? []
    const receivers = [
      ...(payees.value ?? []).filter(({ address, asset }) => address !== asset).map(({ address }) => address),
      ...(grants.value ?? []).filter(({ after }) => after > 0n).map(({ spender }) => spender),
      ...(changes.value ?? []).flatMap(({ to, fails }) => (to === null || fails ? [] : [to])),
      ...takersOf(lost.filter(({ returned }) => returned === 'nothing')),
    ]
    const known = counterparties.value ?? {}
    await ask(receivers, RECEIVERS_SHARE, known)
    await ask(takersOf(lost), RECEIVERS_SHARE, known, false)
    const answer = await judge.answer()
    if (!(answer instanceof Incomplete) || answer.missing.decisive === false) return answer
    return (await allFamiliar(get, receivers, answer.value))
      ? new Incomplete(answer.value, { ...answer.missing, decisive: false })
      : answer
  }
}

/** Receivers of the payments and permissions that the call data asks for. */
async function namedReceivers(get: GetFact, principals: readonly Address[]): Promise<Address[]> {
  const [transaction, steps, recipient] = await Promise.all([
    get('transaction'),
    get('decodedSteps'),
    attempt(get, 'recipient'),
  ])
  const accounts = recipient.value ? { [recipient.value.address]: recipient.value } : {}
  const payees = derivePayees(transaction, steps, { principals, accounts })
  const asked = steps.flatMap((step) => requestedPermissions(step, principals)).filter(({ after }) => after > 0n)
  return [...payees.map(({ address }) => address), ...asked.map(({ spender }) => spender)]
}

/** Whether the sender paid each of those before that could not be judged. */
async function allFamiliar(
  get: GetFact,
  receivers: readonly Address[],
  judged: Facts['walletJudgements'],
): Promise<boolean> {
  const { value: history } = await attempt(get, 'senderHistory')
  const familiar = paidBefore(history ?? [])
  return receivers.every((address) => address in judged || familiar.has(address))
}
