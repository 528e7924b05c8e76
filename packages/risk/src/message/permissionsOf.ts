import type { Account } from '../facts/account.ts'
import type { Address, Facts } from '../facts.ts'
import { isExpired } from './isExpired.ts'

/** Somebody may take a token, at once or later, and chooses himself where it goes. Amounts in base units, times in Unix seconds. */
export type Permission = {
  /** Tokens leave with the signature itself (Permit2 SignatureTransfer), or an allowance stays. */
  use: 'transfer' | 'allowance'
  protocol: string | null
  token: Address
  tokenId: bigint | null
  symbol: string | null
  decimals: number | null
  owner: Address
  /** Whether it is the signer's; else the signature is good only where the owner is a contract that takes it. */
  own: boolean
  spender: Address
  spenderAccount: Account
  amount: bigint
  unlimited: boolean
  /** Until when the permission (Permit2) or the signature (others) may be used; null for ever. */
  until: bigint | null
}

const ZERO = `0x${'0'.repeat(40)}`
/** No token has so many units. */
const BEYOND_ANY_SUPPLY = 2n ** 128n

/**
 * The permissions that a message gives, joined with who receives them. Revocations, and what an owner gives to himself, are
 * none; nor are those that expired before `block`, where one is given. `unknown` names the spenders that nobody looked at.
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
    // Allowances of tokens never expire, by signature or not: there the signature alone has an end.
    const until = standard === 'permit2' ? expiration : deadline
    return { use: 'allowance', token, tokenId, owner, spender, amount, unlimited, until }
  }
  // Where the receiver is part of what is signed, it is a payment: whoever submits it has no say.
  if (intent.kind !== 'transfer' || intent.to !== null || intent.spender === null) return null
  const { token, from, spender, amount, deadline } = intent
  const unlimited = amount >= BEYOND_ANY_SUPPLY
  return { use: 'transfer', token, tokenId: null, owner: from, spender, amount, unlimited, until: deadline }
}
