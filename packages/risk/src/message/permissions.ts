import type { Address } from '../address.ts'
import type { Evidence } from '../engine/finding.ts'
import type { Account } from '../facts/account.ts'
import type { Facts } from '../facts/facts.ts'
import type { PinnedBlock } from '../facts/pinnedBlock.ts'
import type { SignedIntent } from '../facts/signedIntent.ts'
import { shortAddress } from '../wording/accountNames.ts'
import { nameAsset, yourAsset } from '../wording/assetNames.ts'

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

/** Permits without an amount, by the names of their decoders: the spender may take all of it, or nothing. */
const WITHOUT_AMOUNT: ReadonlySet<string | null> = new Set(['DAI permit', 'Uniswap v4 PermitForAll'])

/** Whether the standard of an allowance lets its owner choose no smaller one. */
export function isAllOrNothing({ protocol }: Pick<Permission, 'protocol'>): boolean {
  return WITHOUT_AMOUNT.has(protocol)
}

/** A permission's terms in the message, for a person to check. */
export function permissionEvidence({
  token,
  tokenId,
  owner,
  spender,
  amount,
  until,
  use,
  protocol,
}: Permission): Evidence {
  return {
    token,
    tokenId: tokenId === null ? null : String(tokenId),
    owner,
    spender,
    amount: String(amount),
    until: until === null ? null : String(until),
    use,
    protocol,
  }
}

/** Returns `your USDC`, or for another account's `USDC of 0x57A2…0000, which is not you`. */
export function describeTakenAsset({
  own,
  owner,
  symbol,
  token,
}: Pick<Permission, 'own' | 'owner' | 'symbol' | 'token'>): string {
  if (own) return yourAsset(symbol, token)
  const asset = symbol ? nameAsset(symbol, token) : `tokens of the contract ${shortAddress(token)}`
  return `${asset} of ${shortAddress(owner)}, which is not you`
}

/**
 * Whether the signature can never be used for this any more: its own deadline is before the block, whose time only
 * grows. Only of types whose verifier is known to look at it (EIP-2612, EIP-3009, Permit2, Seaport and the like): what is
 * told by structure alone may be accepted by code that does not.
 */
export function isExpired(intent: SignedIntent, { timestamp }: Pick<PinnedBlock, 'timestamp'>): boolean {
  if (intent.protocol === null) return false
  const isPast = (time: bigint | null) => time !== null && time < timestamp
  switch (intent.kind) {
    case 'allowance':
      // Permit2 takes an expiration of 0 for the block in which the permit is used.
      return isPast(intent.deadline) || (intent.expiration !== 0n && isPast(intent.expiration))
    case 'transfer':
      return isPast(intent.deadline)
    case 'order':
      // One order of a tree may end before the others.
      return intent.bulk === null && isPast(intent.end)
    default:
      return false
  }
}
