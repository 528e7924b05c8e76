import { isAccusing } from '../engine/finding.ts'
import type { Account, Label } from '../facts/account.ts'
import { isContractLabelWithoutCode } from './contractLabelWithoutCode.ts'

/**
 * Trust in an account from a signer's view. `flagged`: a scammer, hacker or sanctioned account. `known`: a labelled service.
 * `wallet`: controlled by a key (EIP-7702 accounts have code and still count), or a wallet built as a contract (Safe, ERC-4337).
 * `open-executor`: an open executor, a known contract that makes any call for any caller, so its name vouches for nothing. `unknown`:
 * unlabelled code.
 */
export type Trust = 'flagged' | 'known' | 'wallet' | 'open-executor' | 'unknown'

const SERVICES: ReadonlySet<Label['category']> = new Set([
  'defi_protocol',
  'bridge',
  'dao_treasury',
  'nft_marketplace',
  'token',
])

/** Judges from labels first, then from what controls the account. No other label outweighs a flag. */
export function trustOf(account: Account): Trust {
  const categories = account.labels.map(({ category }) => category)
  // A label that any user may submit can accuse, but cannot vouch.
  const trustedLabels = account.labels.filter(({ confidence }) => confidence !== 'low').map(({ category }) => category)
  if (account.sanctioned === true) return 'flagged'
  if (account.labels.some(isAccusing)) return 'flagged'
  // Assets sent to a bridge cross it, even where the bridge makes calls for strangers.
  if (categories.includes('open-executor') && !trustedLabels.includes('bridge')) return 'open-executor'
  // An exchange pays from EOAs; any other service is code, and a label alone makes no service of an EOA.
  if (trustedLabels.includes('exchange')) return 'known'
  if (account.class === 'contract' && trustedLabels.some((category) => SERVICES.has(category))) return 'known'
  if (isContractLabelWithoutCode(account)) return 'unknown'
  if (account.class === 'eoa' || account.class === 'delegated-eoa') return 'wallet'
  if (categories.includes('multisig') || isWallet(account)) return 'wallet'
  return 'unknown'
}

function isWallet({ kind }: Account): boolean {
  return kind?.type === 'safe' || kind?.type === 'smart-account'
}
