import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { RevocationMethod } from '@redoubt/risk/facts/revocationFacts.ts'
import type { KeptSignature, RightStandard } from '@redoubt/risk/facts/walletRights.ts'
import type { Read } from '../decode/callData.ts'
import type { ChainLog } from '../rpc/chainSource.ts'

/** A right to read: who keeps it, who has it. */
export type RightPlace = {
  standard: RightStandard
  keeper: Address
  holder: Address
  id: bigint | null
  /** Of a signature: what else its contract must be told. */
  terms?: Hex
}

/**
 * A right that is live, with the logs that named it last and first; null for what the wallet itself lists, and for a signature. Its holder
 * can log it too: Aave's debt tokens do when it borrows.
 */
export type FoundRight = {
  place: RightPlace
  amount: bigint
  log: ChainLog | null
  first: ChainLog | null
  signature?: KeptSignature
}

export type EndCall = { method: RevocationMethod; to: Address; data: Hex }

/**
 * How it is told what of a signature was not used yet. `id` of the place is its nonce, or what tells an order apart. `end` null: only
 * another signature ends it.
 */
export type SignedRight = {
  /** None: the place does not say what to ask. */
  reads(owner: Address, place: RightPlace): Read[]
  /** The share that is left, `WHOLE` at most. 0: it was used, or ended. Null: no answer of the standard. */
  state(answers: readonly (Hex | null)[], known: { owner: Address; place: RightPlace; now: bigint }): bigint | null
  end: ((place: RightPlace, owner: Address) => EndCall | null) | null
  /** Whether the share that is left is known wherever something is. Absent: it is. */
  counts?(place: RightPlace): boolean
}

/** Of a Safe, in its own order; empty for others. */
export type SafeLists = { modules: readonly Address[]; owners: readonly Address[]; threshold: number }
export const NO_SAFE: SafeLists = { modules: [], owners: [], threshold: 0 }
