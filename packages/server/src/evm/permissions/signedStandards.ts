import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { RevocationMethod } from '@redoubt/risk/facts/revocationFacts.ts'
import type { RightStandard } from '@redoubt/risk/facts/walletRights.ts'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { callData, type Read, wordAt } from '../decode/callData.ts'
import { PERMIT2 } from '../decode/grants.ts'
import type { RightPlace } from './rightStandards.ts'

export type SignedStandard = Extract<RightStandard, `${string}-signature`>

/**
 * How it is told that a signature was not used yet. `id` of the place is its nonce, or the counter of an order. `end` null: only another
 * signature ends it.
 */
type Standard = {
  read(owner: Address, place: RightPlace): Read
  /** 1: it still works. 0: it was used, or ended. Null: no answer of the standard. */
  state(answer: Hex | null, place: RightPlace): bigint | null
  end: ((place: RightPlace) => { method: RevocationMethod; to: Address; data: Hex } | null) | null
}

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
])

export const SIGNED_STANDARDS: Readonly<Record<SignedStandard, Standard>> = {
  // EIP-2612 and DAI's: the nonces count up.
  'permit-signature': {
    read: (owner, { keeper }) => ({ to: keeper, data: call('nonces', [owner]) }),
    state: (answer, { id }) => atMost(wordAt(answer), id),
    end: null,
  },
  // EIP-3009: any nonce, once.
  'authorization-signature': {
    read: (owner, { keeper, id }) => ({ to: keeper, data: call('authorizationState', [owner, hex32(id)]) }),
    state: (answer) => unset(wordAt(answer), 1n),
    end: null,
  },
  // Permit2's SignatureTransfer: one bit for each nonce.
  'permit2-signature': {
    read: (owner, { id }) => ({ to: PERMIT2, data: call('nonceBitmap', [owner, (id ?? 0n) >> 8n]) }),
    state: (answer, { id }) => unset(wordAt(answer), bitOf(id)),
    end: ({ id }) => ({
      method: 'invalidateUnorderedNonces',
      to: PERMIT2,
      data: call('invalidateUnorderedNonces', [(id ?? 0n) >> 8n, bitOf(id)]),
    }),
  },
  // Permit2's AllowanceTransfer: the nonces of a token and spender count up.
  'permit2-allowance-signature': {
    read: (owner, { keeper, holder }) => ({
      to: PERMIT2,
      data: callData('permit2Allowance', owner, keeper, holder),
      max: 96,
    }),
    state: (answer, { id }) => atMost(wordAt(answer, 2), id),
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
  // Seaport: all orders of one counter end together. That one of them was filled is not told by it.
  'order-signature': {
    read: (owner, { keeper }) => ({ to: keeper, data: call('getCounter', [owner]) }),
    state: (answer, { id }) => {
      const counter = wordAt(answer)
      return counter === null ? null : counter === id ? 1n : 0n
    },
    end: ({ keeper }) => ({ method: 'incrementCounter', to: keeper, data: call('incrementCounter', []) }),
  },
}

export function isSigned(standard: string): standard is SignedStandard {
  return Object.hasOwn(SIGNED_STANDARDS, standard)
}

function atMost(current: bigint | null, id: bigint | null): bigint | null {
  return current === null || id === null ? null : current <= id ? 1n : 0n
}

function unset(word: bigint | null, bit: bigint): bigint | null {
  return word === null ? null : (word & bit) === 0n ? 1n : 0n
}

function bitOf(id: bigint | null): bigint {
  return 1n << ((id ?? 0n) & 0xffn)
}

function hex32(id: bigint | null): Hex {
  return `0x${(id ?? 0n).toString(16).padStart(64, '0')}`
}

function call(functionName: (typeof ABI)[number]['name'], args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: ABI, functionName, args } as Parameters<typeof encodeFunctionData>[0])
}
