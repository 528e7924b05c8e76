import type { Address } from '@redoubt/risk/address.ts'
import { accountAfter } from '@redoubt/risk/derive/accountAfter.ts'
import { attempt, type FactProviders } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { TransactionSources } from './transactionSources.ts'

type Get = Parameters<NonNullable<FactProviders['recipient']>>[0]
type Role = Parameters<TransactionSources['account']>[3]

/**
 * Reads an account, with the code that it has once the transaction took effect: it may be created, or get or lose a delegate (EIP-7702), before it
 * is called, paid or approved. A contract of the block waits for no execution.
 */
export function readAfter(sources: Pick<TransactionSources, 'account'>) {
  return async (get: Get, address: Address, signal: AbortSignal, role?: Role): Promise<Account> => {
    const block = await get('block')
    const account = await sources.account(block, address, signal, role)
    if (account.class === 'contract' || account.class === 'precompile') return account
    const [transaction, simulation] = await Promise.all([get('transaction'), attempt(get, 'simulation')])
    return accountAfter(account, { transaction, simulation: simulation.value, chain: block.chain })
  }
}
