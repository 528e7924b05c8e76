import type { RiskLevel } from '../engine/riskLevel.ts'

/** What a bundle does that ends after one of its calls, judged as a bundle of its own. */
export type BundlePrefix = {
  /** The last call that is made, from 1. */
  lastCall: number
  /** Calls of the whole bundle. */
  calls: number
  riskScore: number
  riskLevel: RiskLevel
  /** Worst first. */
  findings: { id: string; title: string; description: string }[]
}
