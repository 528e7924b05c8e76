import type { Hex } from '@redoubt/risk/address.ts'
import { hashStruct } from 'viem/utils'
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

/** Members of structs that contracts take whole, in their order. */
const FIELDS = {
  Fee: 'address recipient,uint256 amount,bytes feeData',
  Property: 'address propertyValidator,bytes propertyData',
} as const
const ERC1155_ORDER =
  'uint8 direction,address maker,address taker,uint256 expiry,uint256 nonce,address erc20Token,uint256 erc20TokenAmount,Fee[] fees,address erc1155Token,uint256 erc1155TokenId,Property[] erc1155TokenProperties,uint128 erc1155TokenAmount'
const ONE_INCH_V3_ORDER =
  'uint256 salt,address makerAsset,address takerAsset,address maker,address receiver,address allowedSender,uint256 makingAmount,uint256 takingAmount,uint256 offsets,bytes interactions'
const OTC_ORDER = 'makerToken takerToken makerAmount takerAmount maker taker txOrigin expiryAndNonce'

/** Items of a list in an order. */
const MAX_ITEMS = 64

/**
 * What tells orders apart at exchanges of collectibles, and at those of tokens that count in other ways than by a hash and an amount. Null: the
 * protocol is none of them.
 * @param known.hash of the struct. @param known.digest of the message, by EIP-712. @param known.asked the typed data as it was sent.
 */
export function marketPlace(
  message: KeptMessage,
  protocol: string,
  { asked, hash, digest, isTree }: { asked: unknown; hash: bigint; digest: bigint; isTree: boolean },
): Place | null {
  const integer = (name: string) => memberInteger(message, asked, name) ?? refuse(name)
  switch (protocol) {
    case '1inch RFQ':
      return place('1inch-order-signature', digest, () => [integer('info')], '1inch-rfq')
    case '1inch v3':
      return place('1inch-order-signature', digest, () => [wholeOrder(asked, ONE_INCH_V3_ORDER, hash)], '1inch-v3')
    case 'ParaSwap RFQ':
      return place('paraswap-order-signature', digest, () => [integer('makerAmount')])
    case '0x v4 OtcOrder': {
      const words = OTC_ORDER.split(' ').map((name) => integerOf(memberText(message, asked, name)))
      const terms: Hex | null = words.includes(null)
        ? null
        : `0x${words.map((word) => (word ?? 0n).toString(16).padStart(64, '0')).join('')}`
      return { standard: '0x-order-signature', id: digest, ...(terms !== null && { terms }) }
    }
    case '0x v4 ERC721Order':
      return place('0x-order-signature', digest, () => [integer('nonce')], '0x-erc721')
    case '0x v4 ERC1155Order':
      return place('0x-order-signature', digest, () => [wholeOrder(asked, ERC1155_ORDER, hash)], '0x-erc1155')
    case 'Blur':
      return place('blur-order-signature', hash, () => [1, integer('nonce')])
    case 'Blur v2':
      return place('blur-order-signature', hash, () => [2, integer('nonce')])
    case 'LooksRare v1':
      return place('looksrare-order-signature', hash, () => [1, false, 0n, 0n, integer('nonce'), 0n])
    case 'LooksRare v2':
      // Of a tree the root is hashed, and each order has a nonce of its own.
      if (isTree) return null
      return place('looksrare-order-signature', hash, () => [
        2,
        integer('quoteType') === 1n,
        integer('globalNonce'),
        integer('subsetNonce'),
        integer('orderNonce'),
        integer('strategyId'),
      ])
    default:
      return null
  }
}

/** The order as its contract takes it. @throws RangeError when it is not the order that the scan hashed. */
function wholeOrder(asked: unknown, members: string, hash: bigint): Record<string, unknown> {
  const { primaryType } = (typeof asked === 'string' ? JSON.parse(asked) : asked) as { primaryType?: unknown }
  if (typeof primaryType !== 'string') refuse('primaryType')
  const data = structOf(messageOf(asked), members)
  const types = { [primaryType]: fieldsOf(members), ...nestedTypes(members) }
  if (BigInt(hashStruct({ data, primaryType, types })) !== hash) throw new RangeError('not the order that was scanned')
  return data
}

function fieldsOf(members: string): { type: string; name: string }[] {
  return members.split(',').map((member) => {
    const [type = '', name = ''] = member.split(' ')
    return { type, name }
  })
}

function nestedTypes(members: string): Record<string, { type: string; name: string }[]> {
  return Object.fromEntries(
    Object.entries(FIELDS)
      .filter(([name]) => members.includes(`${name}[]`))
      .map(([name, inner]) => [name, fieldsOf(inner)]),
  )
}

function structOf(value: unknown, members: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new RangeError('not a struct')
  const sent = value as Record<string, unknown>
  return Object.fromEntries(fieldsOf(members).map(({ type, name }) => [name, memberOf(sent[name], type)]))
}

function memberOf(value: unknown, type: string): unknown {
  if (type === 'Fee[]' || type === 'Property[]') {
    if (!Array.isArray(value) || value.length > MAX_ITEMS) throw new RangeError('more items than are kept')
    return value.map((one) => structOf(one, FIELDS[type === 'Fee[]' ? 'Fee' : 'Property']))
  }
  if (type.startsWith('uint')) return integerOf(String(value)) ?? refuse(type)
  if (typeof value !== 'string') throw new RangeError(`${type} is not text`)
  return value.toLowerCase()
}
