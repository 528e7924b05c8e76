import type { Address, Hex } from '@redoubt/risk/address.ts'
import { decodeAbiParameters, encodeAbiParameters, parseAbiParameters } from 'viem/utils'

// What a contract must be told of a signature beside what tells it apart, as bytes that travel with the entry: ABI-encoded.

/** Hexadecimal digits of terms that are read. */
export const LONGEST_TERMS = 16_384

const CODECS = {
  'seaport-order-signature': parseAbiParameters('uint256 counter'),
  /** `whole`: what is sold of a sell order, what is bought of a buy order. */
  'cow-order-signature': parseAbiParameters('uint256 whole'),
  '1inch-order-signature': parseAbiParameters('uint256 makerTraits, uint256 makingAmount'),
  'permit-signature': parseAbiParameters('uint8 form, string name, string version, bytes32 salt'),
  'authorization-signature': parseAbiParameters('uint8 form, string name, string version, bytes32 salt'),
  /** Of 1inch's quotes, and its orders of version 3, as their functions take them. */
  '1inch-rfq': parseAbiParameters('uint256 info'),
  '1inch-v3': parseAbiParameters([
    'Order order',
    'struct Order { uint256 salt; address makerAsset; address takerAsset; address maker; address receiver; address allowedSender; uint256 makingAmount; uint256 takingAmount; uint256 offsets; bytes interactions; }',
  ]),
  '0x-erc721': parseAbiParameters('uint256 nonce'),
  '0x-erc1155': parseAbiParameters([
    'Order order',
    'struct Order { uint8 direction; address maker; address taker; uint256 expiry; uint256 nonce; address erc20Token; uint256 erc20TokenAmount; Fee[] fees; address erc1155Token; uint256 erc1155TokenId; Property[] erc1155TokenProperties; uint128 erc1155TokenAmount; }',
    'struct Fee { address recipient; uint256 amount; bytes feeData; }',
    'struct Property { address propertyValidator; bytes propertyData; }',
  ]),
  'paraswap-order-signature': parseAbiParameters('uint256 makerAmount'),
  'blur-order-signature': parseAbiParameters('uint8 version, uint256 nonce'),
  'looksrare-order-signature': parseAbiParameters(
    'uint8 version, bool sells, uint256 globalNonce, uint256 subsetNonce, uint256 orderNonce, uint256 strategyId',
  ),
  'delegation-signature': parseAbiParameters([
    'Delegation delegation',
    'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
    'struct Caveat { address enforcer; bytes terms; bytes args; }',
  ]),
} as const

/** An order of 0x as its functions take it: one word for each member. */
const WORDS_OF_0X = { limit: 12, rfq: 10, otc: 8 } as const

/** Members of an EIP-712 domain, as bits of `form`; and whether the permit is of DAI's form. */
export const FORM = { name: 1, version: 2, chainId: 4, verifyingContract: 8, salt: 16, dai: 32 } as const

type Standard = keyof typeof CODECS
export type TermsForm = Standard
export type OneInchTerms = { makerTraits: bigint; makingAmount: bigint }
export type DomainTerms = { form: number; name: string; version: string; salt: Hex }
export type DelegationTerms = {
  delegate: Address
  delegator: Address
  authority: Hex
  caveats: readonly { enforcer: Address; terms: Hex; args: Hex }[]
  salt: bigint
  signature: Hex
}
export type OneInchV3Terms = { maker: Address; makingAmount: bigint }
export type ZeroExNftTerms = { maker: Address; nonce: bigint }
export type BlurTerms = { version: number; nonce: bigint }
export type LooksRareTerms = {
  version: number
  sells: boolean
  globalNonce: bigint
  subsetNonce: bigint
  orderNonce: bigint
  strategyId: bigint
}
export type ZeroExTerms = { kind: keyof typeof WORDS_OF_0X; words: bigint[] }

/** @throws when a value is not of its type. */
export function encodeTerms(standard: Standard, values: readonly unknown[]): Hex {
  return encodeAbiParameters(CODECS[standard] as never, values as never)
}

export const counterOf = (terms?: Hex) => (decode('seaport-order-signature', terms)?.[0] ?? null) as bigint | null
export const wholeOf = (terms?: Hex) => (decode('cow-order-signature', terms)?.[0] ?? null) as bigint | null

export function oneInchOf(terms?: Hex): OneInchTerms | null {
  const [makerTraits, makingAmount] = (decode('1inch-order-signature', terms) ?? []) as bigint[]
  return makerTraits === undefined || makingAmount === undefined ? null : { makerTraits, makingAmount }
}

export const oneInchRfqOf = (terms?: Hex) => (decode('1inch-rfq', terms)?.[0] ?? null) as bigint | null
export const oneInchV3Of = (terms?: Hex) => (decode('1inch-v3', terms)?.[0] ?? null) as OneInchV3Terms | null
export const zeroEx721Of = (terms?: Hex) => (decode('0x-erc721', terms)?.[0] ?? null) as bigint | null
export const zeroEx1155Of = (terms?: Hex) => (decode('0x-erc1155', terms)?.[0] ?? null) as ZeroExNftTerms | null
export const makerAmountOf = (terms?: Hex) => (decode('paraswap-order-signature', terms)?.[0] ?? null) as bigint | null

export function blurOf(terms?: Hex): BlurTerms | null {
  const [version, nonce] = (decode('blur-order-signature', terms) ?? []) as [number?, bigint?]
  return version === undefined || nonce === undefined ? null : { version, nonce }
}

export function looksRareOf(terms?: Hex): LooksRareTerms | null {
  const found = decode('looksrare-order-signature', terms)
  if (found === null) return null
  const [version, sells, globalNonce, subsetNonce, orderNonce, strategyId] = found as [
    number,
    boolean,
    bigint,
    bigint,
    bigint,
    bigint,
  ]
  return { version, sells, globalNonce, subsetNonce, orderNonce, strategyId }
}

export function domainTermsOf(terms?: Hex): DomainTerms | null {
  const found = decode('permit-signature', terms) as [number, string, string, Hex] | null
  if (found === null) return null
  const [form, name, version, salt] = found
  return { form, name, version, salt }
}

export function delegationOf(terms?: Hex): DelegationTerms | null {
  return (decode('delegation-signature', terms)?.[0] ?? null) as DelegationTerms | null
}

/** Orders of 0x hold no members of other lengths, so that their words are their encoding. */
export function zeroExOf(terms?: Hex): ZeroExTerms | null {
  if (terms === undefined || !/^0x([0-9a-f]{64})+$/i.test(terms.slice(0, LONGEST_TERMS))) return null
  const words = (terms.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`))
  for (const kind of ['limit', 'rfq', 'otc'] as const) if (words.length === WORDS_OF_0X[kind]) return { kind, words }
  return null
}

/**
 * Whether the contract itself says that the time of a signature is over, so that no deadline read from the message decides it: 0x tells the status of an
 * order, CoW compares the seconds that are a part of its uid.
 */
export function tellsTime({ standard, terms }: { standard: string; terms?: Hex }): boolean {
  if (standard === 'cow-order-signature') return true
  if (standard !== '0x-order-signature') return false
  const kind = zeroExOf(terms)?.kind
  return kind === 'limit' || kind === 'rfq' || zeroEx1155Of(terms) !== null
}

/** Null where the bytes are not exactly of this form: another encoding of the same values is none of ours. */
function decode(standard: Standard, terms?: Hex): readonly unknown[] | null {
  if (terms === undefined || terms.length > LONGEST_TERMS) return null
  try {
    const values = decodeAbiParameters(CODECS[standard] as never, terms) as readonly unknown[]
    return encodeTerms(standard, values) === terms.toLowerCase() ? values : null
  } catch {
    return null
  }
}
