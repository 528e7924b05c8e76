import type { Address, Hex } from '@redoubt/risk/address.ts'
import { WHOLE } from '@redoubt/risk/facts/walletRights.ts'
import { encodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters, toFunctionSelector } from 'viem/utils'
import { counterOf, delegationOf, oneInchOf, wholeOf, zeroExOf } from '../../domain/signedTerms.ts'
import { wordAt } from '../decode/callData.ts'

import type { RightPlace, SignedRight } from './rightPlace.ts'

// Orders that are signed and kept off the chain: how much of each is left, and the transaction that cancels it. The contract that the message names
// is asked, wherever it stands: the same code stands at many addresses.

const ABI = parseAbi([
  'function getCounter(address offerer) view returns (uint256)',
  'function getOrderStatus(bytes32 orderHash) view returns (bool, bool, uint256, uint256)',
  'function incrementCounter() returns (uint256 newCounter)',
  'function filledAmount(bytes orderUid) view returns (uint256)',
  'function preSignature(bytes orderUid) view returns (uint256)',
  'function invalidateOrder(bytes orderUid)',
  'function bitInvalidatorForOrder(address maker, uint256 slot) view returns (uint256)',
  'function rawRemainingInvalidatorForOrder(address maker, bytes32 orderHash) view returns (uint256)',
  'function epoch(address maker, uint96 series) view returns (uint256)',
  'function cancelOrder(uint256 makerTraits, bytes32 orderHash)',
  'function disabledDelegations(bytes32 delegationHash) view returns (bool)',
])

const MAX_WORD = 2n ** 256n - 1n
/** Bytes of an answer of four words. */
const STATUS_BYTES = 128

/** 1inch's maker traits. An order that may be filled in parts and many times is counted by its hash, any other by one bit. */
const NO_PARTS = 1n << 255n
const MANY_FILLS = 1n << 254n
const NEEDS_EPOCH = 1n << 250n
const EXPIRY_AT = 80n
const NONCE_AT = 120n
const SERIES_AT = 160n
const FORTY_BITS = 2n ** 40n - 1n

/** 0x: the status of an order that can be filled, and the places of its members. */
const FILLABLE = 1n
const MEMBERS_OF_0X = {
  limit: {
    takerAmount: 3,
    maker: 5,
    type: '(address,address,uint128,uint128,uint128,address,address,address,address,bytes32,uint64,uint256)',
  },
  rfq: {
    takerAmount: 3,
    maker: 4,
    type: '(address,address,uint128,uint128,address,address,address,bytes32,uint64,uint256)',
  },
} as const
const SELECTORS_OF_0X = {
  limit: { info: selectorOf('getLimitOrderInfo', 'limit'), cancel: selectorOf('cancelLimitOrder', 'limit') },
  rfq: { info: selectorOf('getRfqOrderInfo', 'rfq'), cancel: selectorOf('cancelRfqOrder', 'rfq') },
} as const

/** A uid of CoW: the digest of the order, its owner, and the second until which it holds. */
const UID_DIGITS = 112
const OWNER_AT = 32n
const TIME = 2n ** 32n - 1n
/** `keccak256("GPv2Signing.Scheme.PreSign")`: what the settlement keeps for an order that its owner signed by a transaction. */
export const PRE_SIGNED = 0xf59c009283ff87aa78203fc4d9c2df025ee851130fb69cc3e068941f6b5e2d6fn

export const ORDER_STANDARDS = {
  // All orders of one counter end together; each is filled by itself.
  'seaport-order-signature': {
    reads: (owner, { keeper, id }) => [
      { to: keeper, data: call('getCounter', [owner]) },
      { to: keeper, data: call('getOrderStatus', [hex32(id)]), max: STATUS_BYTES },
    ],
    state([counter = null, status = null], { place }) {
      const [current, cancelled, filled, size] = [
        wordAt(counter),
        wordAt(status, 1),
        wordAt(status, 2),
        wordAt(status, 3),
      ]
      const signed = counterOf(place.terms)
      if (current === null || cancelled === null || filled === null || size === null || signed === null) return null
      // It only grows. An order of a later one can be filled when the counter is there.
      if (cancelled !== 0n || current > signed) return 0n
      if (current < signed) return null
      return size === 0n ? WHOLE : shareOf(size - filled, size)
    },
    end: ({ keeper }) => ({ method: 'incrementCounter', to: keeper, data: call('incrementCounter', []) }),
  },
  'cow-order-signature': {
    reads: (_, { keeper, id }) => [{ to: keeper, data: call('filledAmount', [uidOf(id)]) }],
    state: ([answer = null], { owner, place, now }) => leftOfUid(wordAt(answer), { owner, place, now }),
    end: ({ keeper, id }) => ({
      method: 'invalidateOrder',
      to: keeper,
      data: invalidateUid(id),
    }),
  },
  '1inch-order-signature': {
    reads(owner, { keeper, id, terms }) {
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
    state([kept = null, epoch = null], { place, now }) {
      const order = oneInchOf(place.terms)
      const word = wordAt(kept)
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
      if (hasOneBit(traits)) return (word & (1n << (nonceOf(traits) & 0xffn))) === 0n ? WHOLE : 0n
      // 0: never touched. Else the complement of what is left.
      return word === 0n ? WHOLE : shareOf(MAX_WORD ^ word, makingAmount)
    },
    end({ keeper, id, terms }) {
      const order = oneInchOf(terms)
      if (order === null) return null
      return { method: 'cancelOrder', to: keeper, data: call('cancelOrder', [order.makerTraits, hex32(id)]) }
    },
  },
  '0x-order-signature': {
    reads(_, { keeper, terms }) {
      const order = zeroExOf(terms)
      if (order === null || terms === undefined) return []
      return [{ to: keeper, data: `${SELECTORS_OF_0X[order.kind].info}${terms.slice(2)}` }]
    },
    state([info = null], { owner, place }) {
      const order = zeroExOf(place.terms)
      const [hash, status, filled] = [wordAt(info), wordAt(info, 1), wordAt(info, 2)]
      if (order === null || status === null || filled === null || hash !== place.id) return null
      const { takerAmount, maker } = MEMBERS_OF_0X[order.kind]
      if (order.words[maker] !== BigInt(owner) || status !== FILLABLE) return 0n
      const asked = order.words[takerAmount] ?? 0n
      return shareOf(asked - filled, asked)
    },
    end({ keeper, terms }) {
      const order = zeroExOf(terms)
      if (order === null || terms === undefined) return null
      const method = order.kind === 'limit' ? 'cancelLimitOrder' : 'cancelRfqOrder'
      return { method, to: keeper, data: `${SELECTORS_OF_0X[order.kind].cancel}${terms.slice(2)}` }
    },
  },
  // ERC-7710, as MetaMask's framework keeps it.
  'delegation-signature': {
    reads: (_, { keeper, id }) => [{ to: keeper, data: call('disabledDelegations', [hex32(id)]) }],
    state([answer = null]) {
      const disabled = wordAt(answer)
      return disabled === null || disabled > 1n ? null : disabled === 0n ? WHOLE : 0n
    },
    end({ keeper, terms }, owner) {
      const delegation = delegationOf(terms)
      if (delegation === null || terms === undefined || delegation.delegator.toLowerCase() !== owner) return null
      return { method: 'disableDelegation', to: keeper, data: `${DISABLE}${terms.slice(2)}` }
    },
  },
} satisfies Record<string, SignedRight>

const DISABLE: Hex = toFunctionSelector(
  'disableDelegation((address,address,bytes32,(address,bytes,bytes)[],uint256,bytes))',
)

/** What of the order is left: it is its owner's, in time, and not cancelled or filled. Null: the settlement did not say. */
export function leftOfUid(
  filled: bigint | null,
  { owner, place: { id, terms }, now }: { owner: Address; place: Pick<RightPlace, 'id' | 'terms'>; now: bigint },
): bigint | null {
  if (filled === null || id === null) return null
  const isOwn = (id >> OWNER_AT) % 2n ** 160n === BigInt(owner)
  if (!isOwn || (id & TIME) < now || filled === MAX_WORD) return 0n
  const whole = wholeOf(terms)
  return whole === null ? WHOLE : shareOf(whole - filled, whole)
}

function uidOf(id: bigint | null): Hex {
  return `0x${(id ?? 0n).toString(16).padStart(UID_DIGITS, '0').slice(-UID_DIGITS)}`
}

export function invalidateUid(id: bigint | null): Hex {
  return call('invalidateOrder', [uidOf(id)])
}

/** The reads that tell of an order of CoW that was signed by a transaction. */
export function presignedReads({ keeper, id }: RightPlace) {
  return [
    { to: keeper, data: call('preSignature', [uidOf(id)]) },
    { to: keeper, data: call('filledAmount', [uidOf(id)]) },
  ]
}

/** Rounded up, so that the least that is left is something; of nothing, nothing is left. */
function shareOf(left: bigint, whole: bigint): bigint {
  if (left <= 0n || whole <= 0n) return 0n
  return left >= whole ? WHOLE : (left * WHOLE + whole - 1n) / whole
}

function hasOneBit(traits: bigint): boolean {
  return (traits & NO_PARTS) !== 0n || (traits & MANY_FILLS) === 0n
}

function nonceOf(traits: bigint): bigint {
  return (traits >> NONCE_AT) & FORTY_BITS
}

function selectorOf(name: string, kind: keyof typeof MEMBERS_OF_0X): Hex {
  return toFunctionSelector(`${name}(${MEMBERS_OF_0X[kind].type})`)
}

export function hex32(id: bigint | null): Hex {
  return encodeAbiParameters(WORD, [(id ?? 0n) % 2n ** 256n])
}
const WORD = parseAbiParameters('uint256')

function call(functionName: (typeof ABI)[number]['name'], args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: ABI, functionName, args } as Parameters<typeof encodeFunctionData>[0])
}
