/** What a language model is told: facts of the answer as JSON values, and what our own template says of them. */
export type FactsToExplain = {
  network: string
  recommendation: string
  /** The template's words. */
  summary: string
  steps: string
  warnings: readonly string[]
  /** Rendered members of the answer: what is called, what changes hands, what is permitted. */
  facts: unknown
}

/** Writes about facts in other words, declared by the scans. Rejects when it cannot, or not in time. */
export type Explainer = (facts: FactsToExplain, signal: AbortSignal) => Promise<{ summary: string; details: string }>
