import type { Address, Hex } from '@redoubt/risk/address.ts'
import { keccak256 } from 'viem/utils'
import { sendsNothing } from '../../evm/bytecode/analysis/sendsNothing.ts'
import { remember } from '../../evm/rpc/stateCache.ts'
import { dispatches } from './askContract.ts'

/** keccak256('eip1967.proxy.implementation') - 1 (EIP-1967). */
export const IMPLEMENTATION_SLOT: Hex = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'

const CLONE = /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3$/
/** Solady's LibClone: a proxy that can do nothing but run the implementation slot, so that its code says all. */
const PLAIN_PROXY = `0x363d3d373d3d363d7f${IMPLEMENTATION_SLOT.slice(2)}545af43d6000803e6038573d6000fd5b3d6000f3`

/** What the code of a contract says by itself. `pool` and `mixer`: it could answer as one, which proves nothing yet. */
export type CodeTraits = {
  hash: Hex
  /** Of an EIP-1167 minimal proxy. */
  clones: Address | null
  /** `plain`: it runs the EIP-1967 slot and nothing else; `mentioned`: it knows the slot. */
  implementationSlot: 'plain' | 'mentioned' | null
  pool: boolean
  mixer: boolean
  /** No instruction of it sends anything. */
  sendsNothing: boolean
}

/** Read once per code: hashing a router takes a millisecond, and the same contracts come up in most scans. */
export const codeTraits = remember(500, (code: Hex): CodeTraits => {
  const clones = CLONE.exec(code)?.[1]
  return {
    hash: keccak256(code),
    clones: clones === undefined ? null : `0x${clones}`,
    implementationSlot:
      code === PLAIN_PROXY ? 'plain' : code.includes(IMPLEMENTATION_SLOT.slice(2)) ? 'mentioned' : null,
    pool: dispatches(code, ['token0', 'token1', 'factory']),
    mixer: dispatches(code, ['denomination', 'levels', 'nextIndex', 'isSpent']),
    sendsNothing: sendsNothing(code),
  }
})
