import type { Account, Label } from './facts/account.ts'
import { flagSeverity } from './flagSeverity.ts'
import { isAccusing } from './isAccusing.ts'
import { trustOf } from './trust.ts'

/**
 * What a permission given to an account amounts to. `listed`: sanctioned, or accused by
 * a source that may be trusted. `person`: an account that a key
 * moves, whatever it is called. `relay`: anybody may spend through it. `token`: a token contract, which has no business
 * spending. `pool`: a pool of an exchange, which is paid by the router and never spends either. `protocol`: code of a labelled
 * service. `unknown`: any other code, somebody's Safe included.
 */
export type SpenderKind = 'listed' | 'person' | 'relay' | 'token' | 'pool' | 'protocol' | 'unknown'

/**
 * One kind per spender, so that two findings never say opposite things of it. An accusation that anybody may have submitted is a
 * finding of its own and hides nothing: the spender is what it would be without it.
 */
export function spenderKindOf(spender: Account): SpenderKind {
  const account = flagSeverity(spender) === 'critical' ? spender : withoutAccusations(spender)
  const trust = trustOf(account)
  if (trust === 'flagged') return 'listed'
  // A label cannot give code to an account that has none: the holder of a key spends, not a protocol.
  if (account.class === 'eoa' || account.class === 'delegated-eoa') return 'person'
  const kinds = account.labels.map(({ category }) => category)
  if (kinds.includes('relay')) return 'relay'
  if (kinds.includes('pool')) return 'pool'
  // A treasury is paid and pays; it has no use for permission over anybody's tokens.
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
