import type { Address } from '../address.ts'

/** What one rule of the next fork changes for a transaction, as far as it can be told without executing it. */
export type RuleChange = {
  /** `EIP-7708`. */
  rule: string
  /** `logs`: further logs. `opcode`: an opcode that halts today may run. `code-size`: a contract too large today may be created. */
  kind: 'logs' | 'opcode' | 'code-size'
  /** Further logs, or frames that it is about. */
  count: number
  /** The contract that it is about; null for all. */
  contract: Address | null
}

/** A transaction under the rules in force and under those of the next fork of its network. */
export type NextFork = {
  current: string
  next: string
  /** Unix seconds of its first block; null: not published. */
  from: bigint | null
  /** The same transaction executed under the next rules; null: the engine does not have them. */
  execution: {
    success: boolean
    gasUsed: bigint
    revertReason: string | null
    /** Same success, and the same logs in the same order. */
    sameOutcome: boolean
  } | null
  changes: RuleChange[]
  /** Rules of the next fork that were not executed. */
  notExecuted: string[]
}
