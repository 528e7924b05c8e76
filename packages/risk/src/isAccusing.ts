import type { Label } from './facts/account.ts'

/** Whether a label alone makes its account one to keep away from; being a mixer does not. */
export function isAccusing({ category }: Pick<Label, 'category'>): boolean {
  return category === 'scammer' || category === 'hacker'
}
