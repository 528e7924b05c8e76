import type { Address, Hex } from '../address.ts'

/** A function for privileged accounts alone that can pay, and that went through in no execution. */
export type UnseenPayment = {
  contract: Address
  selector: Hex
  signature: string | null
  /** Accounts that may call it, as far as the contract's storage names them. */
  holders: { address: Address; by: string; isKey: boolean }[]
}

/** How many of the functions by which the contracts of a deposit can pay went through in some execution. */
export type PaymentCoverage = { all: number; seen: number; unseen: UnseenPayment[] }
