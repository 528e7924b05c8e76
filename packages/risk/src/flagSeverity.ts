import type { Account } from './facts/account.ts'
import { isAccusing } from './isAccusing.ts'

/**
 * Returns the severity of dealing with a flagged account: `critical` when it is sanctioned or a trusted source accuses it, `high`
 * when only labels that any user may submit do.
 */
export function flagSeverity({ sanctioned, labels }: Pick<Account, 'sanctioned' | 'labels'>): 'critical' | 'high' {
  const trusted = labels.some((label) => isAccusing(label) && label.confidence !== 'low')
  return sanctioned === true || trusted ? 'critical' : 'high'
}
