import type { Hex } from '@redoubt/risk/address.ts'
import type { Code } from '../../bytecode/analysis/code.ts'
import type { Bound } from './bounds.ts'
import type { World } from './frame.ts'
import type { Entry, Lifted, Opening, Pull, Setter, Write } from './pull.ts'
import type { TaintedBytes } from './taintedBytes.ts'
import type { Word } from './word.ts'

/**
 * A call by which the contract uses its power. `target`: null for any. Offsets of the owner and the receiver in its data; `owner` null: the
 * called contract is a wallet itself, which the caller may name.
 */
export type PowerCall = {
  target: bigint | null
  selector: number
  owner: number | null
  receiver: number | null
  use?: Pull['use']
}

/**
 * Functions of the contract with the power that an obeyed contract may call at an account which its own caller names, or at that caller: the borrower of a
 * flash loan is then the contract itself. `isMade`: a path makes such a call. `isCut`: one was not executed.
 */
export type Callbacks = { selectors: ReadonlySet<number>; isMade: boolean; isCut: boolean }

export type Explored = World & {
  /** Called first: the contract itself, or one that it obeys. */
  entry: bigint
  /** Contracts whose code runs where they are called; others are plain answers. */
  inside: ReadonlySet<bigint>
  /** How a contract that is obeyed calls the one with the power. */
  callbacks?: Callbacks
  /** `every call`: of an account that runs the code, each call is one. */
  powers: readonly PowerCall[] | 'every call'
  /** The wrapped coin, where what an account makes of its own coins is no use of a power. */
  wrapped?: bigint
  code(address: bigint): Promise<Code | null>
  /** What another contract really answers; null where it refuses, or is not asked. */
  answer(to: bigint, input: Uint8Array): Promise<Uint8Array | null>
  /** Whether another contract really refuses a call. */
  refuses?(to: bigint, data: Hex): Promise<boolean>
  /** Well-known factories of pools: what they answer about two tokens is a pool of theirs. */
  factories: ReadonlySet<bigint>
  /** Steps that may still be made. */
  left: number
  /** Contracts that answered for a signature, by the answer (see `signedAnswer`). */
  signers: Map<bigint, bigint>
  setters: Setter[]
  openings: Opening[]
  /** Contracts outside that a condition about the caller asks. */
  asked: Set<bigint>
  /** The questions to them, where those are looked for. */
  questions?: { to: bigint; input: TaintedBytes }[]
  /** What is written to entries of mappings, where that is looked for. */
  entries?: Entry[]
  /** All words that are written, where those are looked for. */
  writes?: Write[]
  /** The caller is an account that may be on its lists: that it is one is a guard. */
  isMember?: true
  /** Is told of tokens whose transfer from its own caller the code makes: accounts approve it. `kept`: to itself. `signed`: from an account whose signature comes with the call. */
  collected?: { paid: Set<bigint>; kept: Set<bigint>; signed: Set<bigint> }
  /**
   * Accounts that the code puts together from bytes of several inputs, or from a part of one: another layout of the call data shows whether
   * the caller chooses them.
   */
  misread?: Word[]
  /** Is told of each account whose tokens the code moves. */
  moved?: (owner: Word) => void
  /** Takings are looked for that the contract keeps and books to no account: its holder pays them out by another call. */
  stays?: true
  /** Is told of each path that came to its end, with what it answers. */
  ended?: (path: {
    slots: ReadonlyMap<string, Word>
    lifted: readonly Lifted[]
    bounds: readonly Bound[]
    answer: TaintedBytes
  }) => void
  /** Tells whether the code gave the mapping of a slot an entry about a constant of its own. */
  hasConstantKey?: (base: bigint) => Promise<boolean>
  /** Whether a path with these guards lifted is no further followed. */
  isEnough?: (lifted: readonly Lifted[]) => boolean
  /** Payments of these assets out of the contract are looked for, and nothing else; null: coins. */
  payouts?: ReadonlySet<bigint | null>
}
