import type { WalletInput } from './judgeWallet.ts'

export type WalletScanInput = WalletInput & {
  /** Adds `transactions`: sums, and the newest twenty. */
  includeTransactions: boolean
  /** Adds `approvals`: the worst fifty, and a summary of all. */
  includeApprovals: boolean
}
