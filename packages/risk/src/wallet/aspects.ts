import type { Category } from '../engine/detector.ts'
import type { WalletAspect } from './subScores.ts'

/** The sub-score that each wallet detector counts for. */
export const ASPECTS: Readonly<Record<string, WalletAspect>> = {
  'delegation-to-unknown-code': 'associations',
  'burn-address-or-precompile': 'labels',
  'approval-value-at-risk': 'associations',
  'dormant-wallet-reactivated': 'history',
  'contract-address-as-wallet': 'labels',
  'contract-label-without-code': 'labels',
  'contract-scan-result': 'associations',
  'deployer-of-flagged-contracts': 'associations',
  'drainer-like-transfers': 'history',
  'flagged-exposure': 'associations',
  'flagged-wallet': 'labels',
  'frozen-wallet': 'labels',
  'funded-by-flagged-source': 'funding',
  'funded-by-mixer': 'funding',
  'sweeper-like-forwarding': 'history',
  'known-service': 'labels',
  'lookalike-wallet': 'labels',
  'many-new-recipients': 'history',
  'mixer-exposure': 'associations',
  'mixer-wallet': 'labels',
  'multisig-safe': 'labels',
  'new-wallet': 'age',
  'address-poisoning-in-history': 'associations',
  'risky-approvals': 'associations',
  'safe-extension': 'associations',
  'sanctioned-wallet': 'labels',
  'sanctions-exposure': 'associations',
  'single-key-safe': 'labels',
  'unused-wallet': 'history',
  'allow-listed-wallet': 'labels',
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
