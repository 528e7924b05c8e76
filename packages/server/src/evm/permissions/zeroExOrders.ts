import type { Address, Hex } from '@redoubt/risk/address.ts'
import { WHOLE } from '@redoubt/risk/facts/walletRights.ts'
import { encodeFunctionData, parseAbi, toFunctionSelector } from 'viem/utils'
import { type ZeroExTerms, zeroEx721Of, zeroEx1155Of, zeroExOf } from '../../domain/signedTerms.ts'
import { wordAt } from '../decode/callData.ts'
import { shareOf, shareOfBit } from './orderShares.ts'
import type { SignedRight } from './rightPlace.ts'

const ABI = parseAbi([
  'function lastOtcTxOriginNonce(address txOrigin, uint64 nonceBucket) view returns (uint128)',
  'function getERC721OrderStatusBitVector(address maker, uint248 nonceRange) view returns (uint256)',
  'function cancelERC721Order(uint256 orderNonce)',
  'function cancelERC1155Order(uint256 orderNonce)',
])
const INFO_OF_ERC1155 = toFunctionSelector(
  'getERC1155OrderInfo((uint8,address,address,uint256,uint256,address,uint256,(address,uint256,bytes)[],address,uint256,(address,bytes)[],uint128))',
)
/** Bytes of an answer of four words. */
const INFO_BYTES = 128

/** The status of an order that can be filled. */
const FILLABLE = 1n
/** Places of members among the words of an order. */
const MEMBERS = { limit: { takerAmount: 3, maker: 5 }, rfq: { takerAmount: 3, maker: 4 } } as const
const OTC = { maker: 4, txOrigin: 6, expiryAndNonce: 7 } as const
const LIMIT = '(address,address,uint128,uint128,uint128,address,address,address,address,bytes32,uint64,uint256)'
const RFQ = '(address,address,uint128,uint128,address,address,address,bytes32,uint64,uint256)'
const SELECTORS = {
  limit: {
    info: toFunctionSelector(`getLimitOrderInfo(${LIMIT})`),
    cancel: toFunctionSelector(`cancelLimitOrder(${LIMIT})`),
    method: 'cancelLimitOrder',
  },
  rfq: {
    info: toFunctionSelector(`getRfqOrderInfo(${RFQ})`),
    cancel: toFunctionSelector(`cancelRfqOrder(${RFQ})`),
    method: 'cancelRfqOrder',
  },
} as const
const NONCE = 2n ** 128n - 1n
const BUCKET = 2n ** 64n - 1n

/**
 * Orders of 0x, version 4; which kind one is, its terms tell. An OTC order is counted by the account that sends its transaction, and its maker cannot
 * cancel it.
 */
export const ZERO_EX_ORDER: SignedRight = {
  reads(owner, { keeper, terms }) {
    const nonce = zeroEx721Of(terms)
    if (nonce !== null) return [{ to: keeper, data: call('getERC721OrderStatusBitVector', [owner, nonce >> 8n]) }]
    if (terms === undefined) return []
    if (zeroEx1155Of(terms) !== null)
      return [{ to: keeper, data: `${INFO_OF_ERC1155}${terms.slice(2)}`, max: INFO_BYTES }]
    const order = zeroExOf(terms)
    if (order === null) return []
    if (order.kind !== 'otc') return [{ to: keeper, data: `${SELECTORS[order.kind].info}${terms.slice(2)}` }]
    const { txOrigin, bucket } = otcOf(order)
    return [{ to: keeper, data: call('lastOtcTxOriginNonce', [txOrigin, bucket]) }]
  },
  state([info = null], { owner, place }) {
    const first = wordAt(info)
    const nonce = zeroEx721Of(place.terms)
    if (nonce !== null) return shareOfBit(first, nonce)
    const [status, filled] = [wordAt(info, 1), wordAt(info, 2)]
    const items = zeroEx1155Of(place.terms)
    if (items !== null) {
      const left = wordAt(info, 3)
      if (status === null || filled === null || left === null || first !== place.id) return null
      return items.maker.toLowerCase() !== owner || status !== FILLABLE ? 0n : shareOf(left, filled)
    }
    const order = zeroExOf(place.terms)
    if (order === null || first === null) return null
    if (order.kind === 'otc') {
      const otc = otcOf(order)
      return order.words[OTC.maker] !== BigInt(owner) || otc.nonce <= first ? 0n : WHOLE
    }
    if (status === null || filled === null || first !== place.id) return null
    const { takerAmount, maker } = MEMBERS[order.kind]
    if (order.words[maker] !== BigInt(owner) || status !== FILLABLE) return 0n
    const asked = order.words[takerAmount] ?? 0n
    return shareOf(asked - filled, asked)
  },
  end({ keeper, terms }) {
    const nonce = zeroEx721Of(terms)
    if (nonce !== null) return { method: 'cancelERC721Order', to: keeper, data: call('cancelERC721Order', [nonce]) }
    const items = zeroEx1155Of(terms)
    if (items !== null)
      return { method: 'cancelERC1155Order', to: keeper, data: call('cancelERC1155Order', [items.nonce]) }
    const order = zeroExOf(terms)
    if (order === null || order.kind === 'otc' || terms === undefined) return null
    const { method, cancel } = SELECTORS[order.kind]
    return { method, to: keeper, data: `${cancel}${terms.slice(2)}` }
  },
}

function otcOf({ words }: ZeroExTerms): { txOrigin: Address; bucket: bigint; nonce: bigint } {
  const [txOrigin = 0n, packed = 0n] = [words[OTC.txOrigin], words[OTC.expiryAndNonce]]
  return {
    txOrigin: `0x${(txOrigin % 2n ** 160n).toString(16).padStart(40, '0')}`,
    bucket: (packed >> 128n) & BUCKET,
    nonce: packed & NONCE,
  }
}

function call(functionName: (typeof ABI)[number]['name'], args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: ABI, functionName, args } as Parameters<typeof encodeFunctionData>[0])
}
