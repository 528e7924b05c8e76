import type { Account } from '@redoubt/risk/facts/account.ts'
import type { DecodedCall } from '@redoubt/risk/facts/decodedCall.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { type Trust, trustOf } from '@redoubt/risk/trust.ts'

/** In falling order of what each decides about the whole: an EOA runs no code. */
const TRUST: readonly Trust[] = ['flagged', 'unknown', 'relay', 'known', 'person']
/** What only tells a token who may take it: the token has no part in what happens then. */
const PERMISSION = /^(approve|permit|increaseAllowance|decreaseAllowance|setApprovalForAll)$/

/**
 * A bundle or user operation as one transaction to the callee that is trusted least, so that a known service among the
 * callees vouches for no other. Its call data is all of the bundle's, in which receivers are looked for.
 */
export function standFor(
  transaction: Transaction,
  callees: readonly Account[],
  steps: readonly DecodedCall[],
): Transaction {
  const acting = steps.filter(({ functionName }) => !PERMISSION.test(functionName ?? ''))
  const named = new Set((acting.length > 0 ? acting : steps).map(({ to }) => to))
  const [least] = callees
    .filter(({ address }) => named.has(address))
    .sort((a, b) => TRUST.indexOf(trustOf(a)) - TRUST.indexOf(trustOf(b)))
  const value = steps.reduce((sum, step) => sum + step.value, 0n)
  return least ? { ...transaction, to: least.address, value } : transaction
}
