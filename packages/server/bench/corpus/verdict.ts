import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'

/** What a scan says of one contract, as far as the corpus can check it. Taxes in percent, null: not told. */
export type Verdict = {
  riskLevel: RiskLevel
  honeypot: boolean
  /** False: facts are missing that more time or a quieter machine would show. */
  complete: boolean
  buyTax: number | null
  sellTax: number | null
  milliseconds: number
}
