import type { Category } from '../detector.ts'
import type { WalletAspect } from './subScores.ts'

/** As the weights of the report are: age and labels say who holds a wallet, the rest with whom it deals. */
export const ASPECT_CATEGORY: Readonly<Record<WalletAspect, Category>> = {
  age: 'ownership',
  labels: 'ownership',
  history: 'associations',
  funding: 'associations',
  associations: 'associations',
}
