import type { Label } from '../facts/account.ts'
import { isAccusing } from '../isAccusing.ts'

/**
 * Returns the label whose name an account is shown by: the first that accuses, or that has a trusted source. Any user can submit
 * "Uniswap vault" as the name of a trap.
 */
export function namingLabel(labels: readonly Label[]): Label | undefined {
  return labels.find((label) => label.confidence !== 'low' || isAccusing(label) || label.category === 'mixer')
}
