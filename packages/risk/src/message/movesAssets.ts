import type { SignedIntent } from '../facts/signedIntent.ts'

/** Whether the intent lets its holder act on assets or in the account’s name; votes, sign-ins and unknown types do not. */
export function movesAssets({ kind }: SignedIntent): boolean {
  return MOVING.has(kind)
}

const MOVING: ReadonlySet<SignedIntent['kind']> = new Set([
  'allowance',
  'transfer',
  'order',
  'execution',
  'delegation',
  'session',
])
