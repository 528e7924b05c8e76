import type { Category } from '../detector.ts'
import type { WalletAspect } from './subScores.ts'

/** Report category of each aspect, as the report's weights have it: age and labels describe the holder, the rest the counterparties. */
export const ASPECT_CATEGORY: Readonly<Record<WalletAspect, Category>> = {
  age: 'ownership',
  labels: 'ownership',
  history: 'associations',
  funding: 'associations',
  associations: 'associations',
}
