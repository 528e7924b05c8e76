import { attempt, type GetFact } from '../engine/gatherFacts.ts'
import type { ContractFunction } from '../facts/bytecode.ts'
import type { Capability } from '../facts/privileges.ts'

/** What may give it tokens, or other code, later. */
const MAKING: ReadonlySet<Capability['kind']> = new Set([
  'mint',
  'balance-write',
  'upgrade',
  'settable-delegate',
  'take-back',
  'hidden-owner',
] as const)

/**
 * Returns whether the token has no supply, no account in charge and no open function that gives some, and no tried call did: the locked code
 * behind a proxy, which is not traded itself. False where a part of that is not known.
 */
export async function deriveUnissued(get: GetFact): Promise<boolean> {
  const [trade, supply, privileged, capabilities, budget, bytecode] = await Promise.all([
    attempt(get, 'trade'),
    attempt(get, 'totalSupply'),
    attempt(get, 'privileged'),
    attempt(get, 'capabilities'),
    attempt(get, 'privilegesBudget'),
    attempt(get, 'bytecode'),
  ])
  if (trade.value !== null || trade.missing !== null || supply.value !== 0n) return false
  if (privileged.value === null || capabilities.value === null || budget.value === null) return false
  if (bytecode.value?.complete !== true || bytecode.value.functions.some(givesTokens)) return false
  return (
    budget.value.cut.length === 0 &&
    privileged.value.every(({ account }) => account === 'burned') &&
    !capabilities.value.some(({ kind }) => MAKING.has(kind))
  )
}

/** Whether any account gets tokens by it, as shares of a vault or in a sale: balances rise, and none falls. */
function givesTokens({ balanceWrites }: ContractFunction): boolean {
  return (
    balanceWrites.some(({ does, gated }) => does !== 'subtracts' && !gated) &&
    !balanceWrites.some(({ does }) => does === 'subtracts')
  )
}
