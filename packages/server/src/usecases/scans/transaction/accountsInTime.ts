import type { Address } from '@redoubt/risk/address.ts'
import { Incomplete, type MissingFact } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import { withSignal } from '../../../lib/withSignal.ts'

/**
 * The accounts that can be read before the signal aborts, by address; incomplete when one is late or fails. Among many
 * strangers one may be slow on purpose, and must not keep the others from being judged.
 */
export async function accountsInTime(
  reads: readonly Promise<Account>[],
  signal: AbortSignal,
): Promise<Record<Address, Account> | Incomplete<Record<Address, Account>>> {
  const outcomes = await Promise.allSettled(reads.map((read) => withSignal(read, signal)))
  const read = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const accounts: Record<Address, Account> = Object.fromEntries(read.map((account) => [account.address, account]))
  const failure = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failure === undefined) return accounts
  return new Incomplete(accounts, missing(outcomes.length - read.length, signal.aborted, failure.reason))
}

function missing(count: number, late: boolean, error: unknown): MissingFact {
  const message = `${count} of the accounts that change could not be looked up${late ? ' by the deadline' : ''}`
  return { reason: late ? 'late' : 'failed', message, root: 'counterparties', error }
}
