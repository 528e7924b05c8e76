import type { Address, Hex } from '@redoubt/risk/address.ts'
import { WHOLE } from '@redoubt/risk/facts/walletRights.ts'
import { encodeFunctionData, parseAbi, toFunctionSelector } from 'viem/utils'
import { counterOf, delegationOf, wholeOf } from '../../domain/signedTerms.ts'
import { wordAt } from '../decode/callData.ts'
import { BLUR_ORDER, LOOKSRARE_ORDER, OTHER_ORDER, PARASWAP_ORDER } from './marketOrders.ts'
import { ONE_INCH_ORDER } from './oneInchOrders.ts'
import { hex32, shareOf } from './orderShares.ts'

import type { RightPlace, SignedRight } from './rightPlace.ts'
import { ZERO_EX_ORDER } from './zeroExOrders.ts'

// Orders that are signed and kept off the chain: how much of each is left, and the transaction that cancels it. The contract that the message names
// is asked, wherever it stands: the same code stands at many addresses.

const ABI = parseAbi([
  'function getCounter(address offerer) view returns (uint256)',
  'function getOrderStatus(bytes32 orderHash) view returns (bool, bool, uint256, uint256)',
  'function incrementCounter() returns (uint256 newCounter)',
  'function filledAmount(bytes orderUid) view returns (uint256)',
  'function preSignature(bytes orderUid) view returns (uint256)',
  'function invalidateOrder(bytes orderUid)',
  'function disabledDelegations(bytes32 delegationHash) view returns (bool)',
])

const MAX_WORD = 2n ** 256n - 1n
/** Bytes of an answer of four words. */
const STATUS_BYTES = 128

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
    counts: ({ terms }) => wholeOf(terms) !== null,
  },
  '1inch-order-signature': ONE_INCH_ORDER,
  '0x-order-signature': ZERO_EX_ORDER,
  'paraswap-order-signature': PARASWAP_ORDER,
  'blur-order-signature': BLUR_ORDER,
  'looksrare-order-signature': LOOKSRARE_ORDER,
  'other-order-signature': OTHER_ORDER,
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

function call(functionName: (typeof ABI)[number]['name'], args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: ABI, functionName, args } as Parameters<typeof encodeFunctionData>[0])
}
