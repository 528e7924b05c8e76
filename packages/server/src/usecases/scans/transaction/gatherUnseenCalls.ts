import type { Address } from '@redoubt/risk/address.ts'
import { deriveCallsMade } from '@redoubt/risk/derive/callsMade.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import { attempt, type FactProviders, Incomplete } from '@redoubt/risk/gatherFacts.ts'
import type { UnseenCall } from '@redoubt/risk/purchaseFacts.ts'
import { trustOf } from '@redoubt/risk/trust.ts'
import { accountsInTime } from './accountsInTime.ts'
import type { TransactionSources } from './transactionSources.ts'

/** More are not asked about: a transaction that calls ten unknown contracts is warned of by the first ones. */
const MAX_CALLS = 12
const MAX_SOURCES = 2

/**
 * For what was not executed, by choice or because it could not be: the contracts that the accounts at stake call, and
 * whether the unknown ones have a published source. Nothing is asked where the transaction was executed.
 */
export function gatherUnseenCalls(
  sources: Pick<TransactionSources, 'account' | 'sourceCheck'>,
): NonNullable<FactProviders['unseenCalls']> {
  return async (get, signal) => {
    const [block, transaction, call, principals] = await Promise.all([
      get('block'),
      get('transaction'),
      get('decodedCall'),
      get('principals'),
    ])
    const made = deriveCallsMade(call, transaction.from, principals).slice(0, MAX_CALLS)
    const called = [...new Set(made.flatMap(({ step }) => step.to ?? []))]
    // Read while it runs: by the deadline that ends an execution it would be too late.
    const reading = accountsInTime(
      called.map((address) => sources.account(block, address, signal, 'callee')),
      signal,
    )
    const [moved, read] = await Promise.all([attempt(get, 'moved'), reading])
    if (moved.value !== null) return []
    const accounts = read instanceof Incomplete ? read.value : read
    const unknown = called
      .flatMap((address) => accounts[address] ?? [])
      .filter((account) => trustOf(account) === 'unknown')
      .flatMap(({ address, codeHash }) => (codeHash === null ? [] : [{ address, codeHash }]))
    const checks = signal.aborted
      ? []
      : await Promise.all(unknown.slice(0, MAX_SOURCES).map((contract) => sources.sourceCheck(contract, signal)))
    const account = (address: Address | null): Account | null => (address === null ? null : (accounts[address] ?? null))
    return made.map(
      ({ step, names }): UnseenCall => ({
        to: step.to,
        value: step.value,
        selector: step.selector,
        names,
        account: account(step.to),
        source: checks.find(({ address }) => address === step.to) ?? null,
      }),
    )
  }
}
