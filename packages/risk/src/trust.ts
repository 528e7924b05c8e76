import type { Account, Label } from './facts/account.ts'
import { isAccusing } from './isAccusing.ts'

/**
 * What an account is to a person who signs. `flagged`: a scammer, hacker or sanctioned. `known`: a labelled service. `person`:
 * controlled by a key (EIP-7702 accounts have code and are still people), or a wallet built as a contract (Safe, ERC-4337). `relay`: a known contract
 * that makes whatever calls anybody asks for, so its name vouches for nothing. `unknown`: code nobody labelled.
 */
export type Trust = 'flagged' | 'known' | 'person' | 'relay' | 'unknown'

const SERVICES: ReadonlySet<Label['category']> = new Set([
  'defi_protocol',
  'bridge',
  'dao_treasury',
  'nft_marketplace',
  'token',
])

/** Judged from labels first, then from what controls the account. A flag is never outweighed by another label. */
export function trustOf(account: Account): Trust {
  const categories = account.labels.map(({ category }) => category)
  // Anybody's word may accuse; to vouch it takes a better one.
  const vouched = account.labels.filter(({ confidence }) => confidence !== 'low').map(({ category }) => category)
  if (account.sanctioned === true) return 'flagged'
  if (account.labels.some(isAccusing)) return 'flagged'
  // What is sent to a bridge crosses it, also where the bridge makes strangers' calls.
  if (categories.includes('relay') && !vouched.includes('bridge')) return 'relay'
  // An exchange pays from accounts with a key; any other service is code, and a name alone makes no service of a person.
  if (vouched.includes('exchange')) return 'known'
  if (account.class === 'contract' && vouched.some((category) => SERVICES.has(category))) return 'known'
  if (account.class === 'eoa' || account.class === 'delegated-eoa') return 'person'
  if (categories.includes('multisig') || isWallet(account)) return 'person'
  return 'unknown'
}

function isWallet({ kind }: Account): boolean {
  return kind?.type === 'safe' || kind?.type === 'smart-account'
}
