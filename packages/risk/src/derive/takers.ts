import type { Simulation } from '../execution.ts'
import type { Account } from '../facts/account.ts'
import type { Transaction } from '../facts/transaction.ts'
import type { Address } from '../facts.ts'
import { type Trust, trustOf } from '../trust.ts'
import type { Movement } from './shapes.ts'

type Accounts = Readonly<Record<Address, Account>>
type Context = { transaction: Transaction; recipient: Account | null; counterparties: Accounts }

/** Standing of who takes something; a contract that the transaction itself creates had no code at the block, and is no person. */
export function takerTrust(
  address: Address,
  { recipient, counterparties }: Pick<Context, 'recipient' | 'counterparties'>,
  simulation?: Pick<Simulation, 'created' | 'stateDiff'>,
): Trust {
  const made = simulation?.created === address || (simulation?.stateDiff[address]?.code?.after ?? '0x') !== '0x'
  if (made) return 'unknown'
  const account = recipient?.address === address ? recipient : counterparties[address]
  return account ? trustOf(account) : 'unknown'
}

/** Whether a person, or somebody flagged, takes any of it. */
export function goesToPerson(
  { takers }: Pick<Movement, 'takers'>,
  context: Pick<Context, 'recipient' | 'counterparties'>,
  simulation?: Pick<Simulation, 'created' | 'stateDiff'>,
): boolean {
  return takers.some((taker) => ['person', 'flagged'].includes(takerTrust(taker, context, simulation)))
}

/**
 * Whether the known service that is called takes the asset, itself or into pools and gauges of its own that nobody
 * labelled. A receiver that the call data names is not the service's choice; nor is what a relay, or a contract nobody
 * knows, makes of known services. Burned assets (no taker) are given to the service.
 */
export function keptByService({ takers }: Pick<Movement, 'takers'>, context: Context): boolean {
  const { recipient, transaction } = context
  if (recipient === null || trustOf(recipient) !== 'known') return false
  return takers.every((taker) => {
    if (taker === recipient.address) return true
    const trust = takerTrust(taker, context)
    return trust === 'known' || (trust === 'unknown' && !transaction.data.toLowerCase().includes(taker.slice(2)))
  })
}
