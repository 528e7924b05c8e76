import type { Hex } from '@redoubt/risk/address.ts'
import { type RightStandard, WHOLE } from '@redoubt/risk/facts/walletRights.ts'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { callData, wordAt } from '../decode/callData.ts'
import { PERMIT2 } from '../decode/grants.ts'
import { ORDER_STANDARDS } from './orderStandards.ts'

import type { RightPlace, SignedRight } from './rightPlace.ts'

export type SignedStandard = Extract<RightStandard, `${string}-signature`>

/** A nonce of Permit2's allowances is 48 bits. */
const MAX_NONCE = 2n ** 48n - 1n

const ABI = parseAbi([
  'function nonces(address owner) view returns (uint256)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function nonceBitmap(address owner, uint256 wordPos) view returns (uint256)',
  'function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)',
  'function invalidateNonces(address token, address spender, uint48 newNonce)',
  'function getCounter(address offerer) view returns (uint256)',
  'function incrementCounter() returns (uint256 newCounter)',
  'function incrementNonce()',
])

export const SIGNED_STANDARDS: Readonly<Record<SignedStandard, SignedRight>> = {
  ...ORDER_STANDARDS,
  // EIP-2612 and DAI's: the nonces count up. Few tokens let their holder raise them.
  'permit-signature': {
    reads: (owner, { keeper }) => [{ to: keeper, data: call('nonces', [owner]) }],
    state: ([answer = null], { place: { id } }) => atMost(wordAt(answer), id),
    end: ({ keeper }) => ({ method: 'incrementNonce', to: keeper, data: call('incrementNonce', []) }),
  },
  // EIP-3009: any nonce, once.
  'authorization-signature': {
    reads: (owner, { keeper, id }) => [{ to: keeper, data: call('authorizationState', [owner, hex32(id)]) }],
    state: ([answer = null]) => unset(wordAt(answer), 1n),
    end: null,
  },
  // Permit2's SignatureTransfer: one bit for each nonce.
  'permit2-signature': {
    reads: (owner, { id }) => [{ to: PERMIT2, data: call('nonceBitmap', [owner, (id ?? 0n) >> 8n]) }],
    state: ([answer = null], { place: { id } }) => unset(wordAt(answer), bitOf(id)),
    end: ({ id }) => ({
      method: 'invalidateUnorderedNonces',
      to: PERMIT2,
      data: call('invalidateUnorderedNonces', [(id ?? 0n) >> 8n, bitOf(id)]),
    }),
  },
  // Permit2's AllowanceTransfer: the nonces of a token and spender count up.
  'permit2-allowance-signature': {
    reads: (owner, { keeper, holder }) => [
      { to: PERMIT2, data: callData('permit2Allowance', owner, keeper, holder), max: 96 },
    ],
    state: ([answer = null], { place: { id } }) => atMost(wordAt(answer, 2), id),
    // No nonce is after the last one, so nothing ends it: and a throw would leave the other permissions without an end.
    end: ({ keeper, holder, id }) =>
      (id ?? 0n) >= MAX_NONCE
        ? null
        : {
            method: 'invalidateNonces',
            to: PERMIT2,
            data: call('invalidateNonces', [keeper, holder, Number((id ?? 0n) + 1n)]),
          },
  },
  // Seaport's counter: all orders of one end together. That one of a tree of orders was filled is not told by it.
  'order-signature': {
    reads: (owner, { keeper }) => [{ to: keeper, data: call('getCounter', [owner]) }],
    state: ([answer = null], { place: { id } }) => {
      const counter = wordAt(answer)
      if (counter === null || id === null) return null
      return counter === id ? WHOLE : counter > id ? 0n : null
    },
    end: ({ keeper }) => ({ method: 'incrementCounter', to: keeper, data: call('incrementCounter', []) }),
  },
}

/** Whether the share of it that is left is known. An order that a transaction signed names no amounts. */
export function isCounted(place: RightPlace): boolean {
  if (place.standard === 'presigned-order') return false
  return !isSigned(place.standard) || (SIGNED_STANDARDS[place.standard].counts?.(place) ?? true)
}

export function isSigned(standard: string): standard is SignedStandard {
  return Object.hasOwn(SIGNED_STANDARDS, standard)
}

function atMost(current: bigint | null, id: bigint | null): bigint | null {
  return current === null || id === null ? null : current <= id ? WHOLE : 0n
}

function unset(word: bigint | null, bit: bigint): bigint | null {
  return word === null ? null : (word & bit) === 0n ? WHOLE : 0n
}

function bitOf(id: bigint | null): bigint {
  return 1n << ((id ?? 0n) & 0xffn)
}

function hex32(id: bigint | null): Hex {
  return `0x${((id ?? 0n) % 2n ** 256n).toString(16).padStart(64, '0')}`
}

function call(functionName: (typeof ABI)[number]['name'], args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: ABI, functionName, args } as Parameters<typeof encodeFunctionData>[0])
}
