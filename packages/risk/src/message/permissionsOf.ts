import type { Address } from '../address.ts'
import type { Account } from '../facts/account.ts'
import type { Facts } from '../facts.ts'
import { isExpired } from './isExpired.ts'

/** A right of a spender to take a token, now or later, and to choose its receiver. Amounts in base units, times in Unix seconds. */
export type Permission = {
  /** Tokens leave with the signature itself (Permit2 SignatureTransfer), or an allowance stays. */
  use: 'transfer' | 'allowance'
  protocol: string | null
  token: Address
  tokenId: bigint | null
  symbol: string | null
  decimals: number | null
  owner: Address
  /** Whether the signer owns the token; else the signature works only if the owner is a contract that accepts it. */
  own: boolean
  spender: Address
  spenderAccount: Account
  amount: bigint
  unlimited: boolean
  /** Last time at which the permission (Permit2) or the signature (others) may be used; null when unlimited. */
  until: bigint | null
}

const ZERO = `0x${'0'.repeat(40)}`
/** More base units than any token has. */
const BEYOND_ANY_SUPPLY = 2n ** 128n

/**
 * Returns the permissions that a message gives, with the accounts that receive them. Revocations and an owner's permissions to
 * itself do not count; nor do those that expired before `block`, where it is given. `unknown` names the spenders that were not
 * looked up.
 */
export function permissionsOf({
  message,
  intents,
  named,
  block,
}: Pick<Facts, 'message' | 'intents' | 'named'> & Partial<Pick<Facts, 'block'>>): {
  permissions: Permission[]
  unknown: string[]
} {
  const permissions: Permission[] = []
  const unknown: string[] = []
  for (const intent of intents) {
    if (block && isExpired(intent, block)) continue
    const asked = askedBy(intent)
    if (asked === null || asked.amount === 0n || asked.spender === asked.owner || asked.spender === ZERO) continue
    const spenderAccount = named[asked.spender]
    if (!spenderAccount) {
      unknown.push(`account of ${asked.spender}`)
      continue
    }
    const { symbol = null, decimals = null } = named[asked.token]?.token ?? {}
    permissions.push({
      ...asked,
      own: asked.owner === message.account,
      protocol: intent.protocol,
      symbol,
      decimals,
      spenderAccount,
    })
  }
  return { permissions, unknown }
}

type Asked = Omit<Permission, 'own' | 'spenderAccount' | 'symbol' | 'decimals' | 'protocol'>

function askedBy(intent: Facts['intents'][number]): Asked | null {
  if (intent.kind === 'allowance') {
    const { standard, token, tokenId, owner, spender, amount, unlimited, expiration, deadline } = intent
    // Token allowances never expire, whether signed or not: only the signature has a deadline.
    const until = standard === 'permit2' ? expiration : deadline
    return { use: 'allowance', token, tokenId, owner, spender, amount, unlimited, until }
  }
  // A signed receiver makes it a payment: the submitter cannot redirect it.
  if (intent.kind !== 'transfer' || intent.to !== null || intent.spender === null) return null
  const { token, from, spender, amount, deadline } = intent
  const unlimited = amount >= BEYOND_ANY_SUPPLY
  return { use: 'transfer', token, tokenId: null, owner: from, spender, amount, unlimited, until: deadline }
}
