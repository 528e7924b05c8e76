import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Log, Simulation, StateDiff } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { FlipEffect } from '@redoubt/risk/facts/validityFacts.ts'

/** State overrides before the run, in the shape of geth's stateOverride. */
export type StateOverrides = Record<
  Address,
  { balance?: bigint; nonce?: bigint; code?: Hex; storage?: Record<Hex, Hex> }
>
/** Overrides of block fields; the defaults are those of the next block. */
export type BlockOverrides = {
  number?: bigint
  timestamp?: bigint
  baseFeePerGas?: bigint
  gasLimit?: bigint
  coinbase?: Address
  prevRandao?: Hex
}
export type SimulationRequest = {
  block: PinnedBlock
  transaction: Transaction
  /** Account whose gains and losses the environments are compared by; absent: the sender. */
  account?: Address
  /** Wei that a bundle's calls pay out of the sender's balance: they are not offered for gas. */
  paidByCalls?: bigint
  stateOverrides?: StateOverrides
  blockOverrides?: BlockOverrides
  /** Told what the main run did while the environments still run: the same but for these, with the same diff and trace. Not in a repetition. */
  onExecuted?: (executed: Simulation) => void
  signal: AbortSignal
}

/** Calls that run in one block, one after another. From any account, also one with code: no signature is needed. */
export type SequenceBlock = {
  calls: readonly Transaction[]
  /** Seconds of ordinary blocks since the block before it (the first: since the next block); absent: consecutive. */
  seconds?: bigint
}
/** Blocks on top of the pinned one, each on the state after the previous one. */
export type Sequence = { blocks: readonly SequenceBlock[]; stateOverrides?: StateOverrides }
/** Outcome of one call of a sequence. `output` is the revert data of a failed call. */
export type CallOutcome = { success: boolean; gasUsed: bigint; output: Hex; logs: Log[] }

/** The same transaction on other storage, with other balances or code of accounts, or after another account's call in the same block. */
export type Variant = {
  storage?: Record<Address, Record<Hex, Hex>>
  /** Wei, and code, in place of what an account has. */
  accounts?: Record<Address, { balance?: bigint; code?: Hex }>
  before?: Transaction
}
/** Effect of a variant on the accounts at stake; null when it could not be run, or the call before it failed. */
export type VariantOutcome = FlipEffect | 'same' | null

/** Really executes transactions on a forked EVM. A hang, bomb or native crash is contained. */
export type Simulator = {
  /**
   * Executes one transaction on the next block after the pinned one: main run plus differential environments.
   *
   * A transaction that could not be included (nonce, fees, gas, EIP-3607) comes back `rejected` with the reason in
   * `revertReason`; trace and diff then show what it would do once that obstacle is gone, so that it cannot hide behind it.
   * Throws SimulationUnavailable when nothing could be executed, NetworkUnavailable when the chain's state could not be read, and
   * the signal's reason when it aborts.
   */
  simulate(request: SimulationRequest & { environments?: 'all' | 'none' }): Promise<Simulation>
  /**
   * Executes one call for its output: null when it fails, or answers too much. Throws like `simulate`, at a fraction of its cost.
   */
  read(request: SimulationRequest): Promise<Hex | null>
  /** Executes steps one after the other, each on the state the last one left. */
  simulateSteps(
    request: Omit<SimulationRequest, 'transaction'> & { transactions: Transaction[] },
  ): Promise<Simulation[]>
  /**
   * Executes sequences of calls side by side for their outcomes alone, untraced: dozens of calls take milliseconds. Senders
   * need the balance for value and gas (override it); calls without `gas` may use 2M. Null for a sequence that the engine
   * refused or whose answer was a flood. Throws like `simulate`.
   */
  simulateSequences(request: {
    block: PinnedBlock
    sequences: readonly Sequence[]
    /** Also logs moves of the native coin, as the flat runs do. */
    transfers?: boolean
    signal: AbortSignal
  }): Promise<(CallOutcome[] | null)[]>
  /**
   * Words of storage that the transaction reads or writes, as they are before it, by account. Accounts whose balance or code
   * alone is read are there without words. One trace. Throws like `simulate`, and AnswerTooLarge when there is more than can be looked at.
   */
  slotsRead(request: SimulationRequest): Promise<Map<Address, Map<Hex, Hex>>>
  /** What each call of a sequence changes: a trace each. Throws like `simulate`. */
  stateDiffs(request: { block: PinnedBlock; sequence: Sequence; signal: AbortSignal }): Promise<StateDiff[]>
  /**
   * Words of storage that each call of a sequence reads or writes, by account, as `slotsRead`: two traces a call, one for the last.
   * Throws like `simulate`.
   */
  wordsRead(request: {
    block: PinnedBlock
    sequence: Sequence
    signal: AbortSignal
  }): Promise<Map<Address, Map<Hex, Hex>>[]>
  /** Runs a transaction under variants side by side, untraced, against itself as it is. Throws like `simulate`. */
  compareVariants(
    request: SimulationRequest & { variants: readonly Variant[]; principals: readonly Address[] },
  ): Promise<VariantOutcome[]>
  /** Of the whole engine, for all accounts. */
  stats(): EngineStats & { pids: number[] }
  close(): Promise<void>
}

/** For metrics. `children` and `quarantined` are as of now, the others counted since the start. */
export type EngineStats = {
  children: number
  /** Children that died, but for those that were ended on purpose. */
  crashes: number
  /** Children killed because they took too long. */
  kills: number
  /** Executed transactions: each call of a sequence, and each run or trace of one transaction. */
  calls: number
  /** Executions repeated on a child of their own after their first child died. */
  isolatedRetries: number
  /** Inputs that are not executed because they crashed the engine, of all accounts. */
  quarantined: number
  /** Executions refused for it. */
  refusals: number
}

/** The engine of one environment. As it is, it executes for the service itself. */
export type SharedSimulator = Simulator & {
  /**
   * The same engine for one account: an input that crashed for one account is still executed for every other.
   * @param accountId absent: the service itself asks.
   * @param onFailed hears of each execution that failed, also of those that the caller does without.
   */
  forAccount(accountId: string | undefined, onFailed?: (error: SimulationUnavailable) => void): Simulator
}

/**
 * Why nothing could be executed: `quarantined` input crashed the engine before, `crashed` just did so alone,
 * `state` could not be read from the chain, `busy` was lost to others' work, `engine` could not be started or refused the request.
 */
type SimulationUnavailableReason = 'quarantined' | 'crashed' | 'state' | 'busy' | 'engine'

/** The transaction could not be executed: its effects are unknown, which is never the same as none. */
export class SimulationUnavailable extends Error {
  readonly reason: SimulationUnavailableReason
  constructor(reason: SimulationUnavailableReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SimulationUnavailable'
    this.reason = reason
  }
}
