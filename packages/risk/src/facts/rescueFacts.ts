import type { Address, Hex } from '../address.ts'
import type { Publishing, Revocation } from './revocationFacts.ts'

// Emptying an account whose key or delegate is hostile. Amounts in base units.

/** One asset to be moved. `tokenId` null: fungible. `coins`: the network's coin, whose `token` is null. */
export type RescueAsset = {
  standard: 'coins' | 'erc20' | 'erc721' | 'erc1155'
  token: Address | null
  tokenId: bigint | null
  amount: bigint
  symbol: string | null
  decimals: number | null
  /** Null: no price is known. */
  valueUsd: number | null
}

/** An asset, and what of it reached the safe address in the execution; null: not executed. */
export type RescuedAsset = RescueAsset & { received: bigint | null }

/** One transaction of the sponsor. The first of the account sets its delegate by the authorizations. */
export type RescueCall = {
  to: Address | null
  data: Hex
  purpose: 'deploy' | 'rescue'
  gasUsed: bigint | null
  /** Null: not known. */
  publishing: Publishing | null
}

export type RescuePlan = {
  /** The contract that moves everything to the safe address, and nothing anywhere else. */
  delegate: Address
  /** EIP-7702: for this nonce and the next ones, so that a thief who uses one up does not stop it. */
  nonces: bigint[]
  calls: RescueCall[]
  assets: RescuedAsset[]
  /** Whether coins that the account gets as it is now are taken from it; null: not known. */
  fundingIsSwept: boolean | null
  /** What ends the delegation alone, and moves nothing; null: there is none. */
  undelegation: Revocation | null
  /** Wei per gas that senders usually pay on top of the base fee. */
  tip: bigint
  /** False: it could not be executed, so nothing is known of what it moves. */
  simulated: boolean
}
