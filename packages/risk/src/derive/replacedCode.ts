import type { Address, Hex } from '../address.ts'
import type { Simulation } from '../facts/execution.ts'
import type { Transaction } from '../facts/transaction.ts'

/** An account whose code a transaction replaced, and the delegate whose code it runs then; null: none. */
export type ReplacedCode = { account: Address; delegate: Address | null }

/** Begins the code of an account with a delegate (EIP-7702), which follows. */
const DELEGATION = '0xef0100'

/**
 * Accounts other than the sender that signed for another delegate, or none, in this transaction (EIP-7702), where the execution shows that it
 * took effect: their code as it was before does not run when they are called.
 */
export function replacedCode(transaction: Transaction | null, simulation: Simulation | null): ReplacedCode[] {
  if (transaction === null || simulation?.outcome !== 'succeeded') return []
  const signers = (transaction.authorizationList ?? []).flatMap(({ authority = transaction.from }) => authority)
  return [...new Set(signers)].flatMap((account): ReplacedCode[] => {
    const after = account === transaction.from ? undefined : simulation.stateDiff[account]?.code?.after
    if (after === undefined) return []
    if (after === '0x') return [{ account, delegate: null }]
    // Code of any other form is no delegation.
    const delegate = delegateIn(after)
    return delegate === null ? [] : [{ account, delegate }]
  })
}

/** Returns the delegate that this code names (EIP-7702); null for other code. */
export function delegateIn(code: Hex): Address | null {
  return code.startsWith(DELEGATION) ? `0x${code.slice(DELEGATION.length)}` : null
}
