import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS, type Chain } from '@redoubt/risk/chain.ts'
import { hashStruct } from 'viem/utils'
import { domainHash, domainOf } from '../../domain/signedDomain.ts'
import { encodeTerms, FORM, LONGEST_TERMS } from '../../domain/signedTerms.ts'
import type { RenderedIntent } from '../scans/message/renderIntent.ts'
import { marketPlace } from './marketPlaces.ts'
import {
  integerOf,
  type KeptMessage,
  memberInteger,
  memberText,
  messageOf,
  type Place,
  place,
  refuse,
} from './signedMembers.ts'

const ZERO_HASH: Hex = `0x${'0'.repeat(64)}`
/** Of a delegation. */
const MAX_CAVEATS = 64

/** The members of 0x's orders, in the order of their structs. */
const MEMBERS_OF_0X = {
  '0x v4 LimitOrder':
    'makerToken takerToken makerAmount takerAmount takerTokenFeeAmount maker taker sender feeRecipient pool expiry salt',
  '0x v4 RfqOrder': 'makerToken takerToken makerAmount takerAmount maker taker txOrigin pool expiry salt',
} as const

const DELEGATION_TYPES = {
  Delegation: [
    { name: 'delegate', type: 'address' },
    { name: 'delegator', type: 'address' },
    { name: 'authority', type: 'bytes32' },
    { name: 'caveats', type: 'Caveat[]' },
    { name: 'salt', type: 'uint256' },
  ],
  Caveat: [
    { name: 'enforcer', type: 'address' },
    { name: 'terms', type: 'bytes' },
  ],
}

/**
 * What tells an order or a delegation apart for the contract that keeps it, computed from the digests that the scan made of its own reading: of
 * most the EIP-712 digest, of Seaport's order and of a delegation the hash of the struct. Null: it is of no such standard, or no digest was kept.
 * @param asked the typed data as it was sent, for what a scan shows in part only.
 */
export function orderPlace(
  message: KeptMessage,
  intent: RenderedIntent,
  { owner, asked }: { owner: Address; asked: unknown },
): Place | null {
  const { digests } = message
  const { protocol } = intent
  if (!digests?.messageHash || protocol === null) return null
  const value = (name: string) => memberText(message, asked, name) ?? ''
  const integer = (name: string) => memberInteger(message, asked, name) ?? refuse(name)
  const hash = BigInt(digests.messageHash)
  const digest = BigInt(digests.eip712Digest)
  // A tree of orders is one signature: the hash is that of its root, which no contract counts by.
  if (protocol.startsWith('Seaport') && intent.notes.length === 0)
    return place('seaport-order-signature', hash, () => [integer('counter')])
  if (protocol === 'CoW Protocol') {
    const uid = (((digest << 160n) | BigInt(owner)) << 32n) | BigInt(intent.deadline ?? 0)
    return place('cow-order-signature', uid, () => [integer(value('kind') === 'buy' ? 'buyAmount' : 'sellAmount')])
  }
  if (protocol === '1inch v4')
    return place('1inch-order-signature', digest, () => [integer('makerTraits'), integer('makingAmount')])
  if (protocol === '0x v4 LimitOrder' || protocol === '0x v4 RfqOrder') {
    const words = MEMBERS_OF_0X[protocol].split(' ').map((name) => wordOf(value(name)))
    const terms = words.includes(null) ? null : (`0x${words.join('')}` as const)
    return { standard: '0x-order-signature', id: digest, ...(terms !== null && { terms }) }
  }
  const kept = marketPlace(message, protocol, { asked, hash, digest, isTree: intent.notes.length > 0 })
  if (kept !== null) return kept
  if (protocol === 'MetaMask delegation') {
    return place('delegation-signature', hash, () => {
      const [delegate, delegator, authority] = [value('delegate'), value('delegator'), value('authority')]
      const struct = { delegate, delegator, authority, caveats: caveatsOf(asked), salt: integer('salt') }
      const made = hashStruct({ data: struct, primaryType: 'Delegation', types: DELEGATION_TYPES })
      if (made !== digests.messageHash) throw new RangeError('not the delegation that was scanned')
      return [{ ...struct, caveats: struct.caveats.map((one) => ({ ...one, args: '0x' })), signature: '0x' }]
    })
  }
  return null
}

/**
 * What the message that ends a permit or an authorization needs: the domain of the scanned one. Undefined where the domain has other members than
 * the standard's: what its contract computes then is not known.
 */
export function domainTerms(
  { domain, digests }: KeptMessage,
  { isDai, chain }: { isDai: boolean; chain: Chain },
): Hex | undefined {
  if (!domain || !digests || domain.verifyingContract === null) return undefined
  const { name, version, chainId, salt } = domain
  const form =
    FORM.verifyingContract |
    (name === null ? 0 : FORM.name) |
    (version === null ? 0 : FORM.version) |
    (chainId === null ? 0 : FORM.chainId) |
    (salt === null ? 0 : FORM.salt)
  const terms = { form, name: name ?? '', version: version ?? '', salt: salt ?? ZERO_HASH }
  const token = domain.verifyingContract.toLowerCase() as Address
  try {
    if (domainHash(domainOf(terms, { token, chainId: CHAIN_IDS[chain] })) !== digests.domainHash) return undefined
    const form = isDai ? terms.form | FORM.dai : terms.form
    const bytes = encodeTerms('permit-signature', [form, terms.name, terms.version, terms.salt])
    // Longer ones are refused where the entry goes.
    return bytes.length > LONGEST_TERMS ? undefined : bytes
  } catch {
    return undefined
  }
}

/** As they were sent: what a scan shows of long bytes is cut. */
function caveatsOf(asked: unknown): { enforcer: string; terms: string }[] {
  const caveats = (messageOf(asked) as { caveats?: unknown } | null | undefined)?.caveats
  if (!Array.isArray(caveats) || caveats.length > MAX_CAVEATS) throw new RangeError('more caveats than are kept')
  return caveats.map((one: { enforcer?: unknown; terms?: unknown } | null) => ({
    enforcer: String(one?.enforcer).toLowerCase(),
    terms: String(one?.terms).toLowerCase(),
  }))
}

/** A word of 32 bytes: integers are shown in decimal, addresses and hashes in hexadecimal. */
function wordOf(value: string): string | null {
  const digits = integerOf(value)?.toString(16)
  return digits === undefined || digits.length > 64 ? null : digits.padStart(64, '0')
}
