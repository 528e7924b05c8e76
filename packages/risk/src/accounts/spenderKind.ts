import { flagSeverity, isAccusing } from '../engine/finding.ts'
import type { Account, Label } from '../facts/account.ts'
import { isContractLabelWithoutCode } from './contractLabelWithoutCode.ts'
import { trustOf } from './trust.ts'

/**
 * Kinds of spender. `listed`: sanctioned, or accused by a trusted source. `eoa`: an account that a key controls, whatever its
 * label. `inconsistent`: a well-known contract by its label, without code here. `open-executor`: an open executor, through which any account may spend. `token`: a token contract, which has no reason to spend.
 * `pool`: a liquidity pool, which the router pays and which never spends either. `protocol`: code of a labelled service.
 * `unknown`: any other code, a Safe of another person included.
 */
export type SpenderKind =
  | 'listed'
  | 'eoa'
  | 'inconsistent'
  | 'open-executor'
  | 'token'
  | 'pool'
  | 'protocol'
  | 'unknown'

/**
 * Returns one kind per spender, so that two findings never contradict each other. An accusation that any user may submit is a
 * finding of its own and changes no kind.
 */
export function spenderKindOf(spender: Account): SpenderKind {
  const account = flagSeverity(spender) === 'critical' ? spender : withoutAccusations(spender)
  const trust = trustOf(account)
  if (trust === 'flagged') return 'listed'
  if (isContractLabelWithoutCode(account)) return 'inconsistent'
  // A label cannot give code to an account without any: its key spends, not a protocol.
  if (account.class === 'eoa' || account.class === 'delegated-eoa') return 'eoa'
  const kinds = account.labels.map(({ category }) => category)
  if (kinds.includes('open-executor')) return 'open-executor'
  if (kinds.includes('pool')) return 'pool'
  // A treasury receives and pays; it has no use for permissions over other accounts' tokens.
  if (trust !== 'known' || !kinds.some((kind) => SPENDERS.has(kind))) return 'unknown'
  return kinds.includes('token') && !kinds.some((kind) => kind === 'defi_protocol' || kind === 'bridge')
    ? 'token'
    : 'protocol'
}

function withoutAccusations(account: Account): Account {
  return { ...account, labels: account.labels.filter((label) => !isAccusing(label)) }
}

const SPENDERS: ReadonlySet<Label['category']> = new Set([
  'defi_protocol',
  'bridge',
  'nft_marketplace',
  'exchange',
  'token',
])
