import type { Category } from '../detector.ts'
import type { WalletAspect } from './subScores.ts'

/** The sub-score that each wallet detector counts for. */
export const ASPECTS: Readonly<Record<string, WalletAspect>> = {
  'account-delegated': 'associations',
  'address-without-keys': 'labels',
  'approval-value-at-risk': 'associations',
  'awakened-wallet': 'history',
  'contract-as-wallet': 'labels',
  'created-flagged-contract': 'associations',
  'drainer-like-pulls': 'history',
  'flagged-exposure': 'associations',
  'flagged-wallet': 'labels',
  'frozen-wallet': 'labels',
  'funded-by-flagged-source': 'funding',
  'funded-by-mixer': 'funding',
  'immediate-forwarding': 'history',
  'known-service': 'labels',
  'lookalike-wallet': 'labels',
  'many-new-recipients': 'history',
  'mixer-exposure': 'associations',
  'mixer-wallet': 'labels',
  'multisig-with-threshold': 'labels',
  'new-wallet': 'age',
  'poisoned-history': 'associations',
  'risky-approvals': 'associations',
  'safe-extension': 'associations',
  'sanctioned-wallet': 'labels',
  'sanctions-exposure': 'associations',
  'single-key-safe': 'labels',
  'unused-wallet': 'history',
  'vouched-wallet': 'labels',
  'wallet-checksum-mismatch': 'labels',
}

/** Returns the aspect of a detector. A detector without one fails the test, and counts for `associations` until then. */
export function aspectOf(id: string): WalletAspect {
  return ASPECTS[id] ?? 'associations'
}

/** Report category of each aspect, as the report's weights have it: age and labels describe the holder, the rest the counterparties. */
export const ASPECT_CATEGORY: Readonly<Record<WalletAspect, Category>> = {
  age: 'ownership',
  labels: 'ownership',
  history: 'associations',
  funding: 'associations',
  associations: 'associations',
}
