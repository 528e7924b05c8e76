import type { Address } from '../address.ts'
import type { Hit } from '../engine/finding.ts'
import type { PullCoverage } from '../facts/guardedPull.ts'

const MAX_NAMED = 6

/** Returns the share of the functions that may move tokens of others which was not executed to the end, 0 to 1. */
export function openShare({ functions, open }: PullCoverage): number {
  return functions === 0 ? 0 : Math.min(open.length / functions, 1)
}

/**
 * Returns one hit that says how many of these functions were not executed to the end; none where all were. It is no sign of harm; where
 * nothing at all was executed to the end, the contract is not known.
 */
export function openPullHits(
  { functions, open }: PullCoverage,
  { what, spender }: { what: string; spender: Address },
): Hit[] {
  if (open.length === 0) return []
  const names = open.slice(0, MAX_NAMED).map(({ selector, signature }) => signature ?? selector)
  return [
    {
      severity: open.length < functions ? 'info' : 'medium',
      description: `Redoubt executed ${functions - open.length} of the ${functions} functions by which ${what} may move tokens of others. It could not follow ${names.slice(0, 3).join(', ')}${open.length > 3 ? ' and others' : ''} to the end of every path.`,
      evidence: { spender, functions, covered: functions - open.length, open: names },
    },
  ]
}
