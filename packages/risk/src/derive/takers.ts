import type { Address } from '../address.ts'
import type { Simulation } from '../execution.ts'
import type { Account } from '../facts/account.ts'
import type { Transaction } from '../facts/transaction.ts'
import { type Trust, trustOf } from '../trust.ts'
import type { Movement } from './shapes.ts'

type Accounts = Readonly<Record<Address, Account>>
type Context = { transaction: Transaction; recipient: Account | null; counterparties: Accounts }

/** Trust of a taker. A contract that the transaction creates had no code at the block, and is not an EOA. */
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

/** Whether an EOA or a flagged account takes any of it. */
export function goesToPerson(
  { takers }: Pick<Movement, 'takers'>,
  context: Pick<Context, 'recipient' | 'counterparties'>,
  simulation?: Pick<Simulation, 'created' | 'stateDiff'>,
): boolean {
  return takers.some((taker) => ['person', 'flagged'].includes(takerTrust(taker, context, simulation)))
}

/**
 * Whether the called, known service takes the asset, itself or into its own unlabelled pools and gauges. A receiver named in the
 * call data is not the service's choice; nor is one that an open executor or an unknown contract chose by calling known services.
 * Burned assets (no taker) count as given to the service.
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
