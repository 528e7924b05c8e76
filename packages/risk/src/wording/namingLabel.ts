import type { Label } from '../facts/account.ts'
import { isAccusing } from '../isAccusing.ts'

/**
 * The label whose name an account is shown by: the first that accuses, or whose source may be trusted. Anybody can submit
 * "Uniswap vault" as the name of a trap.
 */
export function namingLabel(labels: readonly Label[]): Label | undefined {
  return labels.find((label) => label.confidence !== 'low' || isAccusing(label) || label.category === 'mixer')
}
