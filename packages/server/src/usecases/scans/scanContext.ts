import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { OnFact } from '@redoubt/risk/engine/gatherFacts.ts'

/** What an account is pretended to own, by network and storage; made by the adapter of the chain. */
export type PretendedHoldings = {
  chain: Chain
  account: Address
  state: Record<Address, { balance?: bigint; code?: Hex; storage?: Record<Hex, Hex> }>
}

/** Who asks for a scan, and until when the answer is waited for. No account: the service itself asks, in the background. */
export type ScanContext = {
  environment: 'live' | 'test'
  accountId?: string
  /** The key is in pages that anyone reads: what an administrator alone may know is not shown. */
  isPublic?: boolean
  signal: AbortSignal
  /** Hears that an execution of the scan was lost to others' work: its answer would say less than on a quiet machine. */
  onBusy?: () => void
  /** For the scan of what a page asks a made-up visitor for. */
  holdings?: PretendedHoldings
  /** Hears what the scan learns, for those who wait for it. */
  onFact?: OnFact | undefined
}

/** Whose scan it is: what one account's inputs do to the engine is kept from every other account. */
export type ScanOwner = Pick<ScanContext, 'environment' | 'accountId' | 'onBusy' | 'holdings'>

/** Who asks a judge, whose judgements are for all accounts. */
export type Asker = Pick<ScanOwner, 'accountId' | 'onBusy' | 'holdings'>

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
