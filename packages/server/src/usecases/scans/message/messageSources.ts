import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PermitDeposit } from '@redoubt/risk/facts/claim.ts'
import type { CallMeaning, DisplayValue } from '@redoubt/risk/facts/decodedCall.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { SignedCall, SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import type { SignedMessage, SigningMethod } from '@redoubt/risk/facts/signedMessage.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { WorstCaseExecution } from '@redoubt/risk/facts/worstCaseExecution.ts'
import type { TransactionSources } from '../transaction/transactionSources.ts'

/** What a wallet is asked to sign, as the caller gave it: `message` or `typedData`. */
export type AskedMessage = { account: Address; method: SigningMethod; message?: string; typedData?: unknown }

/** Reading a message needs no network. */
export type MessageReader = {
  /** @throws ApiError VALIDATION_ERROR naming the member of the body. */
  parse(asked: AskedMessage): SignedMessage
  recognise(message: SignedMessage): SignedIntent[]
  /** Every member of typed data, each value whole; those that people are shown where the signal fires before. */
  parameters(message: SignedMessage, signal: AbortSignal): Promise<{ name: string; type: string; value: string }[]>
  /** Returns the project's own words for typed data; null where no description is published. */
  clearSign(
    message: SignedMessage,
  ): (Pick<CallMeaning, 'intent' | 'sentence'> & { fields: { label: string; values: DisplayValue[] }[] }) | null
}

/** The worst uses, each executed on the state the one before left, and all of them as one execution. */
export type WorstCaseExecutionRun = {
  worstCaseExecutions: WorstCaseExecution[]
  together: Simulation
  /** The made-up account that uses what any account may use. */
  anyAccount: Address
  /** Tokens that a made-up buyer was given to pay with. */
  pretended: Address[]
}

/** What a message scan reads from one network: what a transaction scan does, and the worst-case executions. */
export type MessageSources = TransactionSources & {
  /**
   * Uses a permit as its spender's own deposit function does, and executes the withdrawals. Null where none takes the tokens as a deposit.
   * Rejects when that cannot be executed.
   */
  permitDeposit(
    block: PinnedBlock,
    of: {
      owner: Address
      spender: Address
      token: Address
      amount: bigint
      held: bigint
      permission: Transaction
    },
    signal: AbortSignal,
  ): Promise<PermitDeposit | null>
  /**
   * The calls that code makes which an account runs by delegatecall, where the signed data alone decides about them; null for other code.
   * @throws when the code cannot be read.
   */
  callsOfCode?(
    block: PinnedBlock,
    of: { account: Address; code: Address; data: Hex },
    signal: AbortSignal,
  ): Promise<SignedCall[] | null>
  /** @throws when nothing can be executed, or the chain's state cannot be read. */
  worstCaseExecutions(
    block: PinnedBlock,
    message: SignedMessage,
    intents: readonly SignedIntent[],
    signal: AbortSignal,
  ): Promise<WorstCaseExecutionRun>
}
