import type { Account } from './facts/account.ts'
import { isAccusing } from './isAccusing.ts'

/**
 * How bad it is to deal with a flagged account: `critical` when it is sanctioned or its accuser may be trusted, `high` when
 * anybody's submission is all there is.
 */
export function flagSeverity({ sanctioned, labels }: Pick<Account, 'sanctioned' | 'labels'>): 'critical' | 'high' {
  const trusted = labels.some((label) => isAccusing(label) && label.confidence !== 'low')
  return sanctioned === true || trusted ? 'critical' : 'high'
}
