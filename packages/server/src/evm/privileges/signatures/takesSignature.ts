import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'

/** Types of arguments that hold a signature: bytes, or its parts as words. */
const SIGNATURE = /\bbytes\b|\buint8\b|\bbytes32\b.*\bbytes32\b/

/** Whether a function that changes something may be given a signature. */
export function takesSignature({
  arguments: types,
  mutability,
}: Pick<ContractFunction, 'arguments' | 'mutability'>): boolean {
  return mutability !== 'view' && mutability !== 'pure' && SIGNATURE.test(types)
}
