import type { Label } from './facts/account.ts'
import type { WalletHoldings } from './facts/holdings.ts'
import type { LookalikeAddress, Poisoning } from './facts/lookalikes.ts'
import type { ActivityLabel } from './facts/marketActs.ts'
import type { WalletApproval } from './facts/walletApprovals.ts'
import type { WalletContract, WalletExtension } from './facts/walletContract.ts'
import type { FundingHop, WalletCounterparty, WalletHistory } from './facts/walletHistory.ts'
import type { Address, Hex } from './facts.ts'
import type { AssetPrices } from './wallet/assetPrices.ts'

// What can be known of a wallet: its past, its permissions, what it holds. Amounts in base units, times in Unix seconds.

/** What the wallet has to do with somebody it should keep away from. */
export type Exposure = {
  kind: 'mixer' | 'sanctioned' | 'flagged'
  address: Address
  /** What lists say of it, with their sources. */
  said: string[]
  /** Anybody's submission is all that accuses it. */
  hearsay: boolean
  direction: 'in' | 'out'
  /** 1: dealt with directly; 2: `through` somebody else, who did. */
  hops: 1 | 2
  through: Address | null
  /** 0-1 of what the wallet received (`in`) or paid (`out`), by USD; through somebody, the product. Null: no price is known. */
  share: number | null
  usd: number | null
}

/** How the wallet behaves, by its history. Days are whole days up to the block. */
export type WalletActivity = {
  /** Since first seen; null when not known. */
  ageDays: number | null
  idleDays: number | null
  /** By its nonce. */
  sent: number
  /** Payments and transfers of genuine assets that came. */
  received: number
  /** The longest time without a transaction of its own that ended in the last 30 days, and how many it sent since. */
  awoken: { days: number; sent: number } | null
  /** Payments of native coin that came, how many left again within two blocks, and to whom. */
  forwards: { incoming: number; forwarded: number; to: Address[] }
  /** Parties first paid in the last seven days, and how many of these payments were worth less than a dollar. */
  firstPaid: { parties: number; dust: number }
  /**
   * Genuine tokens that accounts lost to the wallet in transactions that it sent, with nothing for them in return. `emptied`: how
   * many of them had hardly anything of the token left; null when that was not read.
   */
  pulled: { owners: Address[]; hashes: Hex[]; emptied: number | null }
}

/** A contract that the wallet created and that lists accuse. */
export type FlaggedDeployment = { address: Address; nonce: number; labels: Label[] }

/** Facts of wallet scans, by name. */
export type WalletFacts = {
  /** The address asked about is `subject`. */
  walletContract: WalletContract | null
  walletExtensions: WalletExtension[]
  /** Of the native coin and the genuine tokens that moved most. */
  walletPrices: AssetPrices
  history: WalletHistory
  fundingChain: FundingHop[]
  walletCounterparties: WalletCounterparty[]
  /** Histories of the most important people it deals with. */
  neighbours: { address: Address; history: WalletHistory }[]
  exposures: Exposure[]
  walletActivity: WalletActivity
  poisonings: Poisoning[]
  flaggedDeployments: FlaggedDeployment[]
  walletApprovals: WalletApproval[]
  holdings: WalletHoldings
  lookalikes: LookalikeAddress[]
  activityLabels: ActivityLabel[]
}
