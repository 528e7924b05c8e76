import { trustOf } from '@redoubt/risk/accounts/trust.ts'
import type { Address } from '@redoubt/risk/address.ts'
import { deriveCallsMade } from '@redoubt/risk/derive/decodedSteps.ts'
import { sumChanges } from '@redoubt/risk/derive/movements.ts'
import type { PaymasterCharge } from '@redoubt/risk/derive/shapes.ts'
import { attempt, type FactProviders, Incomplete } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { UnsimulatedCall } from '@redoubt/risk/facts/purchaseFacts.ts'
import { withSignal } from '../../../lib/withSignal.ts'
import { accountsInTime } from './accountsInTime.ts'
import { notProbed } from './gatherProbes.ts'
import { leftOut } from './purchaseProbe.ts'
import { purchasesOf } from './purchasesOf.ts'
import type { TransactionSources } from './transactionSources.ts'

/** What the paymaster's own calls take of the account, which no call of the account shows. */
export function gatherPaymasterCharge(
  sources: Pick<TransactionSources, 'unitPrice'>,
): NonNullable<FactProviders['paymasterCharge']> {
  return async (get, signal) => {
    const { userOperation } = await get('transaction')
    if (!userOperation || userOperation.paymaster === null) return null
    const [block, simulation, steps] = await Promise.all([get('block'), get('simulation'), get('executedSteps')])
    const own = steps
      .filter(({ byPaymaster }) => byPaymaster)
      .map(({ changes }) => changes.filter(({ account }) => account === userOperation.sender))
    const taken = sumChanges(own)
      .filter(({ change }) => change < 0n)
      .map((row): PaymasterCharge['taken'][number] => ({
        assetType: row.assetType,
        address: row.address,
        tokenId: row.tokenId,
        symbol: row.symbol,
        decimals: row.decimals,
        amount: -row.change,
        before: row.before,
        usd: row.changeUsd === null ? null : -row.changeUsd,
      }))
    // The signed operation was executed by the entry point itself: what it took there, and not here, counts too.
    for (const { token, amount } of simulation.operation?.charged ?? []) {
      const shown = taken.find(({ address }) => address === token)
      if (shown !== undefined && shown.amount < amount) {
        shown.usd = shown.usd === null ? null : (shown.usd * Number(amount)) / Number(shown.amount)
        shown.amount = amount
      } else if (shown === undefined)
        taken.push({
          assetType: 'erc20',
          address: token,
          tokenId: null,
          symbol: null,
          decimals: null,
          amount,
          before: null,
          usd: null,
        })
    }
    const price =
      taken.length === 0 ? null : ((await sources.unitPrice(block, null, signal).catch(() => null))?.usd ?? null)
    const cost = simulation.operation?.fee ?? simulation.paymaster?.cost ?? null
    return { taken, costUsd: price === null || cost === null ? null : (Number(cost) / 1e18) * price }
  }
}

/** No honest purchase buys more unknown tokens at once. */
const MAX_TOKENS = 1

/**
 * Probes what the owners of a bought, unknown token can do to its buyers. Incomplete where
 * the probe failed, or was cut short and found nothing. It sharpens what is said of a purchase and never hides it.
 */
export function gatherPurchasePrivileges(
  sources: Pick<TransactionSources, 'account' | 'purchasePrivileges'>,
): NonNullable<FactProviders['purchasePrivileges']> {
  return async (get, signal) => {
    if ((await attempt(get, 'simulation')).value === null) return []
    const [block, bought] = await Promise.all([get('block'), purchasesOf(sources, get, signal)])
    const asked = bought.slice(0, MAX_TOKENS)
    const tried = await Promise.allSettled(
      asked.map(({ token }) => withSignal(sources.purchasePrivileges(block, token, signal), signal)),
    )
    const failures = tried.flatMap((probe) => (probe.status === 'rejected' ? [probe.reason] : []))
    const privileges = tried.flatMap((probe, index) => {
      const token = asked[index]?.token
      if (probe.status === 'rejected' || probe.value === null || token === undefined) return []
      return [{ token, ...probe.value }]
    })
    const cut = leftOut(privileges)
    const missing = notProbed('tokens bought', { failures, cut, late: signal.aborted })
    return missing === null ? privileges : new Incomplete(privileges, missing)
  }
}

/** More are not asked about: a transaction that calls ten unknown contracts is warned of by the first ones. */
const MAX_CALLS = 12

const MAX_SOURCES = 2

/**
 * For what was not executed, by choice or because it could not be: the contracts that the accounts at stake call, and
 * whether the unknown ones have a published source. Nothing is asked where the transaction was executed.
 */
export function gatherUnsimulatedCalls(
  sources: Pick<TransactionSources, 'account' | 'sourceCheck'>,
): NonNullable<FactProviders['unsimulatedCalls']> {
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
      ({ step, names }): UnsimulatedCall => ({
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
