import type { Address, Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS, type Chain } from '@redoubt/risk/chain.ts'
import type { KeptSignature } from '@redoubt/risk/facts/walletRights.ts'
import { domainHash, domainOf } from '../../domain/signedDomain.ts'
import { encodeTerms, FORM } from '../../domain/signedTerms.ts'
import type { RenderedIntent } from '../scans/message/renderIntent.ts'
import type { MessageScanResult } from '../scans/message/renderMessage.ts'

export type KeptMessage = Pick<MessageScanResult['message'], 'domain' | 'digests' | 'parameters'>
type Place = Pick<KeptSignature, 'standard' | 'id' | 'terms'>

const ZERO_HASH: Hex = `0x${'0'.repeat(64)}`
/** Caveats of a delegation; its hash names them all. */
const MAX_CAVEATS = 64

/** The members of 0x's orders, in the order of their structs. */
const MEMBERS_OF_0X = {
  '0x v4 LimitOrder':
    'makerToken takerToken makerAmount takerAmount takerTokenFeeAmount maker taker sender feeRecipient pool expiry salt',
  '0x v4 RfqOrder': 'makerToken takerToken makerAmount takerAmount maker taker txOrigin pool expiry salt',
} as const

/**
 * What tells an order or a delegation apart for the contract that keeps it, computed from the digests that the scan made of its own reading: of
 * most the EIP-712 digest, of Seaport's order and of a delegation the hash of the struct. Null: it is of no such standard, or the scan kept too
 * little of it.
 */
export function orderPlace(message: KeptMessage, intent: RenderedIntent, owner: Address): Place | null {
  const { digests } = message
  const { protocol } = intent
  if (!digests?.messageHash || protocol === null) return null
  const value = (name: string) => message.parameters.find((one) => one.name === name)?.value ?? ''
  const hash = BigInt(digests.messageHash)
  const digest = BigInt(digests.eip712Digest)
  // A tree of orders is one signature: the hash is that of its root, which no contract counts by.
  if (protocol.startsWith('Seaport') && intent.notes.length === 0)
    return place('seaport-order-signature', hash, () => [BigInt(value('counter'))])
  if (protocol === 'CoW Protocol') {
    const uid = (((digest << 160n) | BigInt(owner)) << 32n) | BigInt(intent.deadline ?? 0)
    return place('cow-order-signature', uid, () => [
      BigInt(value(value('kind') === 'buy' ? 'buyAmount' : 'sellAmount')),
    ])
  }
  if (protocol === '1inch v4')
    return place('1inch-order-signature', digest, () => [BigInt(value('makerTraits')), BigInt(value('makingAmount'))])
  if (protocol === '0x v4 LimitOrder' || protocol === '0x v4 RfqOrder') {
    const words = MEMBERS_OF_0X[protocol].split(' ').map((name) => wordOf(value(name)))
    return words.includes(null) ? null : { standard: '0x-order-signature', id: digest, terms: `0x${words.join('')}` }
  }
  if (protocol === 'MetaMask delegation')
    return place('delegation-signature', hash, () => [
      {
        delegate: value('delegate'),
        delegator: value('delegator'),
        authority: value('authority'),
        caveats: caveatsOf(message),
        salt: BigInt(value('salt')),
        signature: '0x',
      },
    ])
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
    return encodeTerms('permit-signature', [form, terms.name, terms.version, terms.salt])
  } catch {
    return undefined
  }
}

/** Null where a value is not of its type: the scan cut it short, or never had it. */
function place(
  standard: Parameters<typeof encodeTerms>[0],
  id: bigint,
  values: () => readonly unknown[],
): Place | null {
  try {
    return { standard, id, terms: encodeTerms(standard, values()) }
  } catch {
    return null
  }
}

function caveatsOf({ parameters }: KeptMessage): { enforcer: string; terms: string; args: Hex }[] {
  const values = new Map(parameters.map(({ name, value }) => [name, value]))
  if (values.get('caveats') === '[]') return []
  const found = []
  for (let at = 0; values.has(`caveats[${at}].enforcer`); at++) {
    const [enforcer, terms] = [values.get(`caveats[${at}].enforcer`), values.get(`caveats[${at}].terms`)]
    found.push({ enforcer: enforcer ?? '', terms: terms ?? '', args: '0x' as const })
  }
  if (found.length > MAX_CAVEATS || values.has('left out')) throw new RangeError('more caveats than are kept')
  return found
}

/** A word of 32 bytes: integers are shown in decimal, addresses and hashes in hexadecimal. */
function wordOf(value: string): string | null {
  if (!/^(\d{1,78}|0x[0-9a-f]{1,64})$/i.test(value)) return null
  const digits = BigInt(value).toString(16)
  return digits.length > 64 ? null : digits.padStart(64, '0')
}
