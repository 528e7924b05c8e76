import { genuineLabel } from '@redoubt/risk/contract/genuine.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'

/**
 * A contract whose name stands for what its operators may change: well-known tokens and protocols by a source that is
 * sure of it, pools with a known exchange's code, relays that keep nothing, and wallets, whose owners are who signs.
 */
export function isTrusted(account: Account): boolean {
  if (account.kind?.type === 'safe' || account.kind?.type === 'smart-account') return true
  if (genuineLabel(account)?.confidence === 'high') return true
  return account.labels.some(
    ({ category, confidence }) => confidence === 'high' && (category === 'pool' || category === 'relay'),
  )
}
