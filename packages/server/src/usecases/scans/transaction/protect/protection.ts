import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Authorization, Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { BatchStep } from '@redoubt/risk/protect/accountBatches.ts'
import type { NamedAsset } from '@redoubt/risk/protect/candidateReadings.ts'
import type { Condition } from '@redoubt/risk/protect/condition.ts'
import type { Caveat } from '@redoubt/risk/protect/delegationCaveats.ts'
import type { AssetName } from '@redoubt/risk/protect/describeCondition.ts'

/** `options.protect`: what the caller asks of the bounds. Null members: the default. */
export type ProtectRequest = {
  slippageBps: number | null
  /** Wei for gas. */
  feeAllowance: bigint | null
  /** Assets that must not leave although nothing in the simulation touches them. */
  assets: readonly NamedAsset[]
  /** Whether the wallet of an account of a key can make several calls at once. */
  atomicBatch: boolean
}

/** What protection reads of one network. */
export type ProtectSources = {
  assertion: {
    address: Address
    codeHash: Hex
    factory: Address
    factoryCodeHash: Hex
    deployment: BatchStep
  }
  wellKnownTokens: readonly Address[]
  /** Wei per gas that block builders of the network are usually paid above the base fee, at most. */
  usualTip: bigint
  nameOf: AssetName
  /** Executes it in the next block, in no other environment. */
  execute(block: PinnedBlock, transaction: Transaction, signal: AbortSignal): Promise<Simulation>
}

export const UNAVAILABLE_REASONS = [
  'not-simulated',
  'incomplete',
  'ignored-members',
  'execution-failed',
  'insufficient-funds',
  'harmful-outcome',
  'not-batchable',
  'cannot-batch',
  'no-assertion-contract',
  'outcome-differs',
  'too-many-values',
  'unreadable-asset',
  'fee-too-high',
  'nothing-to-assert',
  'self-check-failed',
  'not-in-time',
] as const
export type UnavailableReason = (typeof UNAVAILABLE_REASONS)[number]

/** How the account is told to make the calls. */
export type ProtectForm =
  /** By its wallet: wallet_sendCalls (EIP-5792). */
  | { kind: 'bundle'; account: Address; steps: BatchStep[] }
  /** By its own delegate (EIP-7702): a transaction to itself. `like`: its call data before. */
  | {
      kind: 'delegated-account'
      account: Address
      steps: BatchStep[]
      delegate: Address
      authorizationList: Authorization[] | null
      like: Hex
    }
  /** By MultiSend. `owner`: an account that asked for it. */
  | { kind: 'safe'; account: Address; steps: BatchStep[]; owner: Address | null; version: string }
  /** By the call data of its operation (ERC-4337). */
  | { kind: 'user-operation'; account: Address; steps: BatchStep[]; transaction: Transaction; like: Hex }

export type ProtectedCall = BatchStep & { role: 'deployment' | 'call' | 'assertion' }

/** The calls closed by an assertion, and every way to send them that was proved by execution. */
export type OfferedProtection = {
  status: 'offered'
  form: ProtectForm['kind']
  account: Address
  deployed: boolean
  calls: ProtectedCall[]
  conditions: Condition[]
  slippageBps: number
  feeAllowance: bigint
  loosened: string[]
  notAsserted: string[]
  gas: bigint
  /** Of the whole transaction, as `feeAllowance` counts it; null where another account pays. */
  gasLimit: bigint | null
  /** Wei per gas that `feeAllowance` counts with; null where another account pays. */
  maxFeePerGas: bigint | null
  transaction: { from: Address; to: Address; data: Hex; authorizationList: Authorization[] | null } | null
  safeTransaction: { safe: Address; to: Address; data: Hex; operation: 0 | 1; nonce: bigint } | null
  userOperation: { callData: Hex; callGasLimit: bigint | null } | null
  caveats: { list: Caveat[]; left: Condition[] } | { reason: string }
}

export type Protection = OfferedProtection | { status: 'unavailable'; reason: UnavailableReason; message: string }

/** Ends the search for a protected form with the reason. */
export class NotProtectable extends Error {
  readonly reason: UnavailableReason
  constructor(reason: UnavailableReason, message: string) {
    super(message)
    this.reason = reason
  }
}

export function selfCheckFailed(why: string | null): NotProtectable {
  return new NotProtectable(
    'self-check-failed',
    `The protected calls were executed and did not hold: ${why ?? 'failed'}.`,
  )
}
