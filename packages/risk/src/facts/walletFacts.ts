import type { Address, Hex } from '../address.ts'
import type { AssetPrices } from '../wallet/weighHoldings.ts'
import type { Label } from './account.ts'
import type { ContractJudgement } from './contractJudgement.ts'
import type { WalletHoldings } from './holdings.ts'
import type { LookalikeAddress, Poisoning } from './lookalikes.ts'
import type { ActivityLabel } from './marketActs.ts'
import type { WalletApproval } from './walletApprovals.ts'
import type { WalletContract, WalletExtension } from './walletContract.ts'
import type { FundingHop, WalletCounterparty, WalletHistory } from './walletHistory.ts'

// Facts of a wallet: its past, its permissions, its holdings. Amounts in base units, times in Unix seconds.

/** The wallet's dealings with a party to avoid. */
export type Exposure = {
  kind: 'mixer' | 'sanctioned' | 'flagged'
  address: Address
  /** Entries of lists about it, with their sources. */
  said: string[]
  /** Only labels that any user may submit accuse it. */
  unconfirmedLabel: boolean
  direction: 'in' | 'out'
  /** 1: direct dealings; 2: dealings through the account `through`. */
  hops: 1 | 2
  through: Address | null
  /**
   * 0-1 of the value that the wallet received (`in`) or paid (`out`), by USD; through an intermediary, the product. Null: no
   * price is known.
   */
  share: number | null
  usd: number | null
}

/** The wallet's behaviour, by its history. Days are whole days up to the block. */
export type WalletActivity = {
  /** Since first seen; null when not known. */
  ageDays: number | null
  idleDays: number | null
  /** By its nonce. */
  sent: number
  /** Payments and transfers of genuine assets that came. */
  received: number
  /** The longest pause in its own transactions that ended in the last 30 days, and how many it sent since. */
  reactivated: { days: number; sent: number } | null
  /** Incoming payments of native coin, how many left again within two blocks, and their receivers. */
  forwards: { incoming: number; forwarded: number; to: Address[] }
  /** Parties first paid in the last seven days, and how many of these payments were worth less than a dollar. */
  firstPaid: { parties: number; dust: number }
  /**
   * Genuine tokens that accounts lost to the wallet in transactions that it sent, without a return. `emptied`: how many of them
   * had hardly any of the token left; null when that was not read.
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
  /** The contract scan of its code; null without code. */
  codeJudgement: ContractJudgement | null
  /** Prices of the native coin and the genuine tokens that moved most. */
  walletPrices: AssetPrices
  history: WalletHistory
  fundingChain: FundingHop[]
  walletCounterparties: WalletCounterparty[]
  /** Histories of its most important EOA counterparties. */
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
