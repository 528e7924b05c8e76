import type { WalletHistory } from '../facts/walletHistory.ts'

/** Whether enough of a wallet's past was read to speak for it: its beginning and some of what moved, or all that moved. */
export function isPastKnown(history: WalletHistory | undefined): boolean {
  if (history === undefined) return false
  const { complete, transfers } = history
  return complete.transfers || (complete.firstSeen && transfers.length > 0)
}
