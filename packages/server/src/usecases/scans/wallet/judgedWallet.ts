import type { GatheredFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Outcome } from '@redoubt/risk/engine/runDetectors.ts'
import type { ScoreBreakdown } from '@redoubt/risk/report/breakDown.ts'
import type { WalletScore } from '@redoubt/risk/wallet/walletScore.ts'

/** What was learned of a wallet and made of it: the same for all endpoints that score one. */
export type JudgedWallet = {
  gathered: GatheredFacts
  outcomes: Outcome[]
  score: WalletScore
  /** The score that some of the outcomes would make. */
  scoreOf(outcomes: readonly Outcome[]): WalletScore
  breakdown: ScoreBreakdown
  /** Sources that failed, sorted. */
  unavailable: string[]
}
