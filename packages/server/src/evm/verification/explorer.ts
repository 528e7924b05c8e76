import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'

/** Verified source as we keep it: names cleaned, ABI of nothing but well-formed items. */
export type VerifiedSource = {
  name: string | null
  /** `0.8.24`, `vyper 0.3.7`. */
  compiler: string | null
  abi: readonly AbiItem[] | null
}

/** One item of a contract's JSON ABI (Solidity's ABI specification, "JSON"), bounded. */
export type AbiItem = {
  type: 'function' | 'event' | 'error' | 'constructor' | 'fallback' | 'receive'
  name?: string
  inputs?: AbiParameter[]
  outputs?: AbiParameter[]
  stateMutability?: 'pure' | 'view' | 'nonpayable' | 'payable'
  anonymous?: boolean
}
export type AbiParameter = { name: string; type: string; indexed?: boolean; components?: AbiParameter[] }

/** What a service says of a contract's creation. `account` is its word for who did it: the sender, or a factory. */
export type ReportedCreation = {
  transaction: Hex
  account: Address | null
  block: bigint | null
  /** Unix seconds. */
  at: number | null
}

/**
 * `source` null: the service answered, and has no verified source. `complete` false: of the creation it could not be asked, and
 * the whole is worth asking again soon.
 */
export type ExplorerAnswer = { source: VerifiedSource | null; creation: ReportedCreation | null; complete: boolean }

/** A service that knows contracts: its documented protocol behind two questions' worth of answer. */
export type Explorer = {
  /** `Sourcify`. */
  name: string
  /** False for networks that the operator gave no address for. */
  covers(chain: Chain): boolean
  /** @throws ExplorerFailure when the service gave no usable answer; never because a contract is unknown to it. */
  ask(chain: Chain, address: Address): Promise<ExplorerAnswer>
}

/**
 * Why a service gave no usable answer. The message names the service and the reason in our own words: never its answer, which
 * is a stranger's text, nor the address asked, which holds the key.
 */
export class ExplorerFailure extends Error {
  /** `busy`: over a rate limit. `refused`: asking again will not help soon. `failed`: everything else. */
  readonly kind: 'busy' | 'refused' | 'failed'
  /** How long the service itself wants to be left alone, in milliseconds. */
  readonly retryAfterMs: number | null
  constructor(
    service: string,
    reason: string,
    kind: 'busy' | 'refused' | 'failed' = 'failed',
    retryAfterMs: number | null = null,
  ) {
    super(`${service}: ${reason}`)
    this.name = 'ExplorerFailure'
    this.kind = kind
    this.retryAfterMs = retryAfterMs
  }
}
