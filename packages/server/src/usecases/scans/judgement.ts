import type { ContractJudgement, WalletJudgement } from '@redoubt/risk/facts/contractJudgement.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Severity } from '@redoubt/risk/finding.ts'
import { type Outcome, SEVERITY_ORDER } from '@redoubt/risk/runDetectors.ts'

/** A kept judgement stands for so long and so many blocks; of the very block it was made at, as long as it is kept. */
const CURRENT_MS = 60_000
const CURRENT_BLOCKS = 25n

/** Whether a kept judgement still stands at a block. `now`, `madeAt` in Unix milliseconds. */
export function isCurrentJudgement(
  { judgement, madeAt }: { judgement: WalletJudgement; madeAt: number },
  block: PinnedBlock,
  now: number,
): boolean {
  if (judgement.blockNumber === block.number) return true
  const blocks = block.number - judgement.blockNumber
  return now - madeAt <= CURRENT_MS && blocks <= CURRENT_BLOCKS && blocks >= -CURRENT_BLOCKS
}

const SERIOUS: readonly Severity[] = ['critical', 'high', 'medium']

/** Returns the findings of a judgement: medium and worse, none that is weak or takes points off, worst first, each id once. */
export function seriousFindings(outcomes: readonly Outcome[]): ContractJudgement['findings'] {
  const found = outcomes.flatMap((outcome) => {
    if (outcome.status !== 'found') return []
    const { id, title, severity: usual, soft: weak = false } = outcome.detector
    return outcome.hits
      .filter(({ credit = 0, soft = weak, severity = usual }) => credit === 0 && !soft && SERIOUS.includes(severity))
      .map(({ severity = usual }) => ({ id, severity, title }))
  })
  const worstFirst = found.sort((a, b) => SEVERITY_ORDER.indexOf(a.severity) - SEVERITY_ORDER.indexOf(b.severity))
  return worstFirst.filter(({ id }, at) => worstFirst.findIndex((other) => other.id === id) === at)
}
