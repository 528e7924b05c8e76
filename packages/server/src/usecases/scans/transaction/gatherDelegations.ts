import type { Address } from '@redoubt/risk/address.ts'
import { CHAIN_IDS } from '@redoubt/risk/chain.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { Facts } from '@redoubt/risk/facts.ts'
import { attempt, type FactProviders } from '@redoubt/risk/gatherFacts.ts'
import { KNOWN_DELEGATES } from '@redoubt/risk/knownDelegates.ts'
import { trustOf } from '@redoubt/risk/trust.ts'
import type { TransactionSources } from './transactionSources.ts'

/** No wallet delegates its account more than once in a transaction. */
const MAX = 2

/**
 * Probes each unknown delegate in the sender's account, as a stranger. It sharpens what is said of a delegation and never
 * hides it: where it fails, or takes more than a third of the scan's time, it is null. Nothing is tried where nothing is simulated.
 */
export function gatherDelegations(
  sources: Pick<TransactionSources, 'delegateActs'>,
  deadlineMs: number,
): NonNullable<FactProviders['delegations']> {
  return async (get, signal) => {
    const [transaction, block] = await Promise.all([get('transaction'), get('block')])
    const named = ownDelegates(transaction, CHAIN_IDS[block.chain])
    if (named.length === 0) return {}
    const [delegates, simulation] = await Promise.all([get('delegates'), attempt(get, 'simulation')])
    if (simulation.value === null) return {}
    const tried = named.filter((address) => isToBeTried(delegates[address])).slice(0, MAX)
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(deadlineMs / 3))])
    const account = transaction.from
    const learned = await Promise.all(
      tried.map((delegate) => sources.delegateActs(block, { account, delegate }, bounded).catch(() => null)),
    )
    return Object.fromEntries(tried.map((delegate, index) => [delegate, learned[index] ?? null]))
  }
}

/** Delegates that the sender itself takes here. */
function ownDelegates({ from, authorizationList = [] }: Transaction, here: number): Address[] {
  const own = authorizationList.filter(
    ({ chainId, authority = from }) => authority === from && (chainId === 0 || chainId === here),
  )
  return [...new Set(own.map(({ address }) => address))].filter((address) => !KNOWN_DELEGATES.has(address))
}

/** What is flagged needs no probe. */
function isToBeTried(delegate: Facts['delegates'][Address] | undefined): boolean {
  return delegate !== undefined && delegate.codeSize > 0 && trustOf(delegate) !== 'flagged'
}
