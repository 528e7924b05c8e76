import type { NextFork } from '@redoubt/risk/facts/nextFork.ts'
import { getAddress } from 'viem/utils'

/** `nextFork` of a transaction scan: JSON values only. */
export type RenderedNextFork = Omit<NextFork, 'from' | 'execution' | 'changes'> & {
  from: string | null
  execution: { success: boolean; gasUsed: string; revertReason: string | null; sameOutcome: boolean } | null
  changes: { rule: string; kind: NextFork['changes'][number]['kind']; count: number; contract: string | null }[]
}

/** A transaction under the next fork as JSON. */
export function renderNextFork({ from, execution, changes, ...fork }: NextFork): RenderedNextFork {
  return {
    ...fork,
    from: from === null ? null : String(from),
    execution: execution && { ...execution, gasUsed: String(execution.gasUsed) },
    changes: changes.map((change) => ({ ...change, contract: change.contract && getAddress(change.contract) })),
  }
}
