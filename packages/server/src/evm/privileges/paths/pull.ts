import type { ProposedCall } from './proposedCall.ts'
import type { TaintedBytes } from './taintedBytes.ts'
import type { Identity, KeyHash, Word } from './word.ts'

/**
 * A branch that was taken although the state says otherwise: a guard that was lifted. `pins`: the mark of the input that is then a
 * number of the code. `bare`, `committed`, `keyHash`, `order`, `tally`: as in `Truth`. `zeroed`: an account of the call is then
 * none. `same`: two accounts of the call, by their marks, that are then one. `list`: the mapping, by its slot, whose entry about the caller decides. `alone`: nothing but that entry does. `signers`: the mapping, by its slot, whose entry about a signer decides. `slot`: the word that decides, as it is stored. `entry`: the mapping, by its slot, whose entry
 * about an argument decides, and the mark of that argument.
 */
export type Lifted = {
  marks: number
  identity?: Identity
  pins?: number
  bare?: number
  committed?: bigint
  keyHash?: KeyHash
  order?: true
  tally?: true
  zeroed?: true
  same?: number
  list?: bigint
  alone?: true
  signers?: bigint
  slot?: bigint
  entry?: { base: bigint; key: number }
}
/**
 * A transfer of tokens from an account that the call names. `owner`: the marks of that account; 0 for any code. `anyCall`: the
 * caller chooses the called contract's function, or the code.
 */
export type Pull = {
  owner: number
  anyCall: boolean
  /** Marks of the called function, where the caller chooses it. */
  chosen: number
  /** Marks of the called contract, where the caller chooses the function. */
  target?: number
  /** How much is taken; null where the call is not a plain transfer. */
  amount: Word | null
  /** A right other than an approval of tokens that it uses, in whole or in part (see `rightCalls`). */
  use?: 'wallets' | 'liquidity' | 'collection'
  /** The contract itself receives it, which harms where it is booked to another account. */
  kept?: boolean
  /** The token that the contract then holds, where it is booked to no account. */
  stays?: bigint
  /** The last call of that token may have given all of it back to its owner (see `returnsAll`). */
  returned?: boolean
  /** The contract whose position paid that. */
  collectedFrom?: bigint
  /** Conditions, by their place, that a permit for another account or token succeeded: no guards. */
  foreign?: readonly number[]
  /** It pays what the contract itself holds. */
  payout?: { asset: bigint | null; receiver: Word; amount: Word }
  /** The code compares the amount with a word for all users, such as what is left of its holdings above all deposits. */
  bounded?: true
  /** The account that a wallet pays, where the caller does not choose it: it has the power. */
  beneficiary?: Lifted
  /** Marks of the contract that its holder's own call names, where the holder writes that call whole. */
  calls?: number
  /** The calls of the path, one after another. */
  proposal?: readonly ProposedCall[]
  lifted: readonly Lifted[]
}
/**
 * A path that sets a stored word to its caller, to an argument, or to the account `holder` that is stored elsewhere. `entry`: the word of a
 * new entry of a list, which names its caller. `filled`: one that has an argument. `member`: an entry
 * of the mapping of that slot, about an argument.
 */
export type Setter = {
  slot: bigint
  lifted: readonly Lifted[]
  holder?: bigint
  entry?: true
  filled?: true
  member?: true
  /** The call that sets it. */
  input?: TaintedBytes
}
/**
 * A path that writes a word which may be an entry of a mapping: the marks of its key, and the guards that were lifted. `base`: the mapping, where
 * it is an entry of no other.
 */
export type Entry = { place: number; base?: bigint; lifted: readonly Lifted[] }
/** A word of the called contract that a path writes, and the guards that were lifted. */
export type Write = { slot: bigint; lifted: readonly Lifted[] }
/** What a first call stores of its arguments, and the guards that were lifted for it. */
export type Opening = { slots: ReadonlyMap<string, Word>; lifted: readonly Lifted[]; input: TaintedBytes }
/** A permit on the path: its token, the marks of its owner, and the place of the condition that it succeeded. */
export type Permit = { token: bigint; owner: number; at: number }
