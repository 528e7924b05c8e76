import type { Hex } from '@redoubt/risk/address.ts'
import { WHOLE } from '@redoubt/risk/facts/walletRights.ts'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { blurOf, looksRareOf, makerAmountOf } from '../../domain/signedTerms.ts'
import { wordAt } from '../decode/callData.ts'
import { hex32, shareOfRaw } from './orderShares.ts'
import type { SignedRight } from './rightPlace.ts'

const ABI = parseAbi([
  'function remaining(address maker, bytes32 orderHash) view returns (uint256)',
  'function cancelOrder(bytes32 orderHash)',
  'function nonces(address trader) view returns (uint256)',
  'function cancelledOrFilled(bytes32 orderHash) view returns (bool)',
  'function incrementNonce()',
  'function isUserOrderNonceExecutedOrCancelled(address user, uint256 orderNonce) view returns (bool)',
  'function userMinOrderNonce(address user) view returns (uint256)',
  'function cancelMultipleMakerOrders(uint256[] orderNonces)',
  'function userOrderNonce(address user, uint256 orderNonce) view returns (bytes32)',
  'function userBidAskNonces(address user) view returns (uint256 bidNonce, uint256 askNonce)',
  'function userSubsetNonce(address user, uint256 subsetNonce) view returns (bool)',
  'function cancelOrderNonces(uint256[] orderNonces)',
])
/** LooksRare's strategy that takes an order whole. */
const WHOLE_ORDER = 0n

/** ParaSwap's AugustusRFQ keeps what is left of the maker's amount, plus one. */
export const PARASWAP_ORDER: SignedRight = {
  reads: (owner, { keeper, id }) => [{ to: keeper, data: call('remaining', [owner, hex32(id)]) }],
  state([answer = null], { place }) {
    const whole = makerAmountOf(place.terms)
    return whole === null ? null : shareOfRaw(wordAt(answer), whole)
  },
  end: ({ keeper, id }) => ({ method: 'cancelOrder', to: keeper, data: call('cancelOrder', [hex32(id)]) }),
}

/** Blur: all orders of one nonce end together. What the second version sold of a listing is not told by it. */
export const BLUR_ORDER: SignedRight = {
  reads: (owner, { keeper, id, terms }) => [
    { to: keeper, data: call('nonces', [owner]) },
    ...(blurOf(terms)?.version === 1 ? [{ to: keeper, data: call('cancelledOrFilled', [hex32(id)]) }] : []),
  ],
  state([counter = null, over = null], { place }) {
    const [signed, current] = [blurOf(place.terms), wordAt(counter)]
    if (signed === null || current === null) return null
    if (current !== signed.nonce) return current > signed.nonce ? 0n : null
    if (signed.version !== 1) return WHOLE
    const done = wordAt(over)
    return done === null || done > 1n ? null : done === 1n ? 0n : WHOLE
  },
  end: ({ keeper }) => ({ method: 'incrementNonce', to: keeper, data: call('incrementNonce', []) }),
  counts: ({ terms }) => blurOf(terms)?.version === 1,
}

/** LooksRare: one nonce for each order, and nonces that end many at once. */
export const LOOKSRARE_ORDER: SignedRight = {
  reads(owner, { keeper, terms }) {
    const order = looksRareOf(terms)
    if (order === null) return []
    const { version, orderNonce, subsetNonce } = order
    if (version === 1)
      return [
        { to: keeper, data: call('isUserOrderNonceExecutedOrCancelled', [owner, orderNonce]) },
        { to: keeper, data: call('userMinOrderNonce', [owner]) },
      ]
    return [
      { to: keeper, data: call('userOrderNonce', [owner, orderNonce]) },
      { to: keeper, data: call('userBidAskNonces', [owner]) },
      { to: keeper, data: call('userSubsetNonce', [owner, subsetNonce]) },
    ]
  },
  state([status = null, counters = null, subset = null], { place }) {
    const order = looksRareOf(place.terms)
    const kept = wordAt(status)
    if (order === null || kept === null) return null
    if (order.version === 1) {
      const least = wordAt(counters)
      if (least === null || kept > 1n) return null
      return kept === 1n || order.orderNonce < least ? 0n : WHOLE
    }
    const [current, ended] = [wordAt(counters, order.sells ? 1 : 0), wordAt(subset)]
    if (current === null || ended === null || ended > 1n) return null
    if (ended === 1n || current > order.globalNonce) return 0n
    // An order that was filled in part keeps its hash there.
    if (kept !== 0n && kept !== place.id) return 0n
    return current < order.globalNonce ? null : WHOLE
  },
  end({ keeper, terms }) {
    const order = looksRareOf(terms)
    if (order === null) return null
    const method = order.version === 1 ? 'cancelMultipleMakerOrders' : 'cancelOrderNonces'
    return { method, to: keeper, data: call(method, [[order.orderNonce]]) }
  },
  counts: ({ terms }) => looksRareOf(terms)?.strategyId === WHOLE_ORDER,
}

/** An order of an exchange that is not asked here: it is open until its deadline, as far as is known. */
export const OTHER_ORDER: SignedRight = { reads: () => [], state: () => WHOLE, end: null, counts: () => false }

function call(functionName: (typeof ABI)[number]['name'], args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: ABI, functionName, args } as Parameters<typeof encodeFunctionData>[0])
}
