import { ANY_CALL, fn, NAMED, pull, SELECTOR } from './guardedCode.ts'

/** Takes tokens for the contract in slot 0 only. */
export const HAND = fn(`CALLER 0 SLOAD EQ ISZERO @no JUMPI ${pull(NAMED)}`)

/** Makes any call for anyone. */
export const OPEN = fn(ANY_CALL)

/** Makes the hand in slot 0 take from an account: `from` is code that leaves one word. */
const back = (from: string, guard = '') =>
  fn(`${guard} 0x${SELECTOR.toString(16)}${'00'.repeat(28)} 0 MSTORE 4 CALLDATALOAD 4 MSTORE ${from} 36 MSTORE
  68 CALLDATALOAD 68 MSTORE 100 CALLDATALOAD 100 MSTORE 0 0 132 0 0 0 SLOAD GAS CALL ISZERO @no JUMPI STOP`)

/** Contracts that a hand obeys. Slot 1 has a key. */
export const BACK_ENDS = {
  'takes from its caller': back('CALLER'),
  'takes from an account that its caller names': back(NAMED),
  'takes from an account that a key names': back(NAMED, 'CALLER 1 SLOAD EQ ISZERO @no JUMPI'),
} as const
