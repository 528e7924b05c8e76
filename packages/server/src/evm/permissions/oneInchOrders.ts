import type { Hex } from '@redoubt/risk/address.ts'
import { WHOLE } from '@redoubt/risk/facts/walletRights.ts'
import { encodeFunctionData, parseAbi, toFunctionSelector } from 'viem/utils'
import { oneInchOf, oneInchRfqOf, oneInchV3Of } from '../../domain/signedTerms.ts'
import { wordAt } from '../decode/callData.ts'
import { hex32, shareOf, shareOfBit, shareOfRaw } from './orderShares.ts'
import type { SignedRight } from './rightPlace.ts'

const ABI = parseAbi([
  'function bitInvalidatorForOrder(address maker, uint256 slot) view returns (uint256)',
  'function rawRemainingInvalidatorForOrder(address maker, bytes32 orderHash) view returns (uint256)',
  'function epoch(address maker, uint96 series) view returns (uint256)',
  'function cancelOrder(uint256 makerTraits, bytes32 orderHash)',
  'function remainingRaw(bytes32 orderHash) view returns (uint256)',
  'function invalidatorForOrderRFQ(address maker, uint256 slot) view returns (uint256)',
  'function cancelOrderRFQ(uint256 orderInfo)',
])
/** Of version 3, which takes the order itself. */
const CANCEL_V3 = toFunctionSelector(
  'cancelOrder((uint256,address,address,address,address,address,uint256,uint256,uint256,bytes))',
)

const MAX_WORD = 2n ** 256n - 1n
/** Maker traits of version 4. An order that may be filled in parts and many times is counted by its hash, any other by one bit. */
const NO_PARTS = 1n << 255n
const MANY_FILLS = 1n << 254n
const NEEDS_EPOCH = 1n << 250n
const EXPIRY_AT = 80n
const NONCE_AT = 120n
const SERIES_AT = 160n
const FORTY_BITS = 2n ** 40n - 1n
/** Of a quote: the lowest 64 bits of `info` are its number, whose lowest eight tell the bit. */
const NUMBER = 2n ** 64n - 1n

/** Orders of 1inch's limit order protocol, versions 3 and 4, and its quotes; which of them one is, its terms tell. */
export const ONE_INCH_ORDER: SignedRight = {
  reads(owner, { keeper, id, terms }) {
    const info = oneInchRfqOf(terms)
    if (info !== null) return [{ to: keeper, data: call('invalidatorForOrderRFQ', [owner, (info & NUMBER) >> 8n]) }]
    if (oneInchV3Of(terms) !== null) return [{ to: keeper, data: call('remainingRaw', [hex32(id)]) }]
    const traits = oneInchOf(terms)?.makerTraits ?? 0n
    return [
      // The keeper finds the word of the nonce itself.
      hasOneBit(traits)
        ? { to: keeper, data: call('bitInvalidatorForOrder', [owner, nonceOf(traits)]) }
        : { to: keeper, data: call('rawRemainingInvalidatorForOrder', [owner, hex32(id)]) },
      ...((traits & NEEDS_EPOCH) === 0n
        ? []
        : [{ to: keeper, data: call('epoch', [owner, (traits >> SERIES_AT) & FORTY_BITS]) }]),
    ]
  },
  state([kept = null, epoch = null], { owner, place, now }) {
    const word = wordAt(kept)
    const info = oneInchRfqOf(place.terms)
    if (info !== null) return shareOfBit(word, info)
    const third = oneInchV3Of(place.terms)
    if (third !== null) return third.maker.toLowerCase() === owner ? shareOfRaw(word, third.makingAmount) : 0n
    const order = oneInchOf(place.terms)
    if (order === null || word === null) return null
    const { makerTraits: traits, makingAmount } = order
    const end = (traits >> EXPIRY_AT) & FORTY_BITS
    if (end !== 0n && end < now) return 0n
    if ((traits & NEEDS_EPOCH) !== 0n) {
      const current = wordAt(epoch)
      if (current === null) return null
      // It only grows. An order of a later epoch can be filled when the epoch is there.
      if (current > nonceOf(traits)) return 0n
      if (current < nonceOf(traits)) return null
    }
    if (hasOneBit(traits)) return shareOfBit(word, nonceOf(traits))
    // 0: never touched. Else the complement of what is left.
    return word === 0n ? WHOLE : shareOf(MAX_WORD ^ word, makingAmount)
  },
  end({ keeper, id, terms }) {
    const info = oneInchRfqOf(terms)
    if (info !== null) return { method: 'cancelOrderRFQ', to: keeper, data: call('cancelOrderRFQ', [info]) }
    if (terms !== undefined && oneInchV3Of(terms) !== null)
      return { method: 'cancelOrder', to: keeper, data: `${CANCEL_V3}${terms.slice(2)}` }
    const order = oneInchOf(terms)
    if (order === null) return null
    return { method: 'cancelOrder', to: keeper, data: call('cancelOrder', [order.makerTraits, hex32(id)]) }
  },
}

function hasOneBit(traits: bigint): boolean {
  return (traits & NO_PARTS) !== 0n || (traits & MANY_FILLS) === 0n
}

function nonceOf(traits: bigint): bigint {
  return (traits >> NONCE_AT) & FORTY_BITS
}

function call(functionName: (typeof ABI)[number]['name'], args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: ABI, functionName, args } as Parameters<typeof encodeFunctionData>[0])
}
