import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import type { MessageKind, PolicyMethod } from './policy.ts'

/** An asset that the request lets go: it leaves at once, or the holder of the signature or session may take it. */
export type Outflow = {
  /** Null: the native coin. */
  asset: Address | null
  /** Null for fungible assets. */
  tokenId: bigint | null
  /** Base units. */
  amount: bigint
  /** Null when no price is known. */
  usd: number | null
  /** The account whose allowance takes it, as executed; null: none does, or it is not known. */
  spender: Address | null
}

/** An approval, operator or permit that the request gives or enlarges: what the spender may take by it, whatever the wallet holds now. */
export type GrantedApproval = {
  token: Address
  spender: Address
  unlimited: boolean
  /** Base units of the allowance; null: it has no end, or is not known. */
  amount: bigint | null
  /** USD of the allowance; null: it has no end, or no price is known. */
  atRiskUsd: number | null
}

/**
 * A right that the request gives to another account beside approvals: an operator of a deposit, a session, the ownership of a contract. It
 * has no end, so that its value is not known.
 */
export type GrantedRight = {
  holder: Address
  contract: Address
  /** The asset that the holder can take; null: the coin. Absent: control of the contract itself. */
  asset?: Address | null
}

/** A call that the wallet makes, or that its signature lets others make for it. */
export type PolicyCall = {
  /** Null: a contract creation. */
  to: Address | null
  value: bigint
  /** Whole call data. */
  data: Hex
  /** The wallet runs the code as its own (DELEGATECALL). */
  delegatecall: boolean
  /**
   * The accounts that a standard function of a known token names: the recipient of a transfer, the spender of an approval. Null for every
   * other call, and for the same functions of unknown code, which may do anything.
   */
  parties: readonly Address[] | null
}

/** What one request of a wallet lets go: the only thing that a policy looks at. Addresses lower case. */
export type Effects = {
  chain: Chain
  method: PolicyMethod
  /** What the signatures allow; empty for a transaction that signs nothing else (EIP-7702: `delegation`). */
  messages: readonly MessageKind[]
  outflows: readonly Outflow[]
  approvals: readonly GrantedApproval[]
  /** Null: whether it gives any is not known. */
  rights: readonly GrantedRight[] | null
  /** Every call that the wallet itself makes, those of a bundle, user operation or Safe included. */
  calls: readonly PolicyCall[]
  /** Every other account that gains an asset of the wallet, or power over it (delegates, session keys). */
  recipients: readonly Address[]
  /** Of the scan; null when it did not answer. */
  riskLevel: RiskLevel | null
  /** Everything that the request does is above. False: the outcome is not known, and the request is held. */
  complete: boolean
}
