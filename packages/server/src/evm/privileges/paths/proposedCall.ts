import type { TaintedBytes } from './taintedBytes.ts'

/**
 * What the arguments of a found call stand for, by their marks: the account that loses, the amount, the contract that it calls, a word of
 * storage and its value. Other accounts are the holder of the power; other numbers stay as they are, or are zero (`zeros`).
 */
export type Roles = {
  victim?: number
  amount?: number
  target?: number
  slot?: number
  value?: number
  zeros?: true
}
/** A call of a found path, with marked arguments. */
export type ProposedCall = { input: TaintedBytes; roles: Roles }
