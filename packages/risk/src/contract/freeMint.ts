import type { ContractFunction } from '../facts/bytecode.ts'
import type { Capability } from '../facts/privileges.ts'
import type { CallerClass } from './callers.ts'

/** Whether any account mints tokens by the call and pays nothing. Vault shares and wrapped coin are minted for a payment. */
export function isFreeMint(
  { kind, backed, call, state, emission, overflows }: Capability,
  { caller, functions }: { caller: CallerClass; functions: readonly ContractFunction[] },
): boolean {
  if (kind !== 'mint' || caller !== 'anyone' || backed || state !== 'effective' || emission !== undefined) return false
  if (overflows) return true
  return !functions.some(({ selector, mutability }) => selector === call.selector && mutability === 'payable')
}
