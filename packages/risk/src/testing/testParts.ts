import type { Address } from '../address.ts'
import { deriveParts } from '../derive/parts.ts'
import type { ExecutedStep, Part } from '../derive/shapes.ts'
import type { Account } from '../facts/account.ts'
import type { BalanceChange } from '../facts/changes.ts'
import type { DecodedCall } from '../facts/decodedCall.ts'
import type { Facts } from '../facts/facts.ts'
import type { Transaction } from '../facts/transaction.ts'
import { byAddress, pay, TRADER } from './sampleFacts.ts'

/** One call of a bundle in a test: what it says and what it moves. */
export type TestStep = Pick<Facts, 'transaction' | 'decodedCall'> & { changes: BalanceChange[] }

/** A call with what it moves. */
export const moves = (call: Pick<Facts, 'transaction' | 'decodedCall'>, ...changes: BalanceChange[]): TestStep => ({
  ...call,
  changes,
})

/** The parts of a bundle of the trader's, as a scan would derive them. */
export function partsOf(steps: readonly TestStep[], accounts: readonly Account[]): Part[] {
  const executed = steps.map(
    ({ transaction, changes }): ExecutedStep => ({
      from: TRADER,
      to: transaction.to,
      value: transaction.value,
      data: transaction.data,
      byPaymaster: false,
      changes,
    }),
  )
  const decode = ({ to, data, value }: Transaction): DecodedCall => {
    const step = steps.find(({ transaction: its }) => its.to === to && its.data === data && its.value === value)
    if (!step) throw new Error('a step that was not given')
    return step.decodedCall
  }
  const whole: Transaction = { ...pay(TRADER, 0n).transaction, calls: [] }
  const known: Record<Address, Account> = byAddress(...accounts)
  return deriveParts(executed, { transaction: whole, principals: [TRADER], accounts: known, decode })
}
