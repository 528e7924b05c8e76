import type { Hex } from '@redoubt/risk/address.ts'

/** What an answer rests on, and what it had to do without. */
export type Grounds = {
  /** False when a decisive fact is missing, for whatever reason, or the deadline cut facts off. */
  complete: boolean
  /** Members, and facts no member shows, that could not be learned or were switched off. */
  unknown: string[]
  /** Sources that failed. */
  unavailable: string[]
  blockNumber: string | null
  blockHash: Hex | null
  rulesetVersion: string
  intelAsOf: string
}
