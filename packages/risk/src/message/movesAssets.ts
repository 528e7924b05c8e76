import type { SignedIntent } from '../facts/signedIntent.ts'

/** Whether somebody may do something with assets or in the account’s name; votes, sign-ins and what nobody knows do not. */
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
