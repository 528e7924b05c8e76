import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { readPack } from './readPack.ts'

/**
 * A factory whose pools' addresses follow from the tokens (CREATE2, EIP-1014). v2: salt keccak256(token0 ‖ token1), packed.
 * v3: salt keccak256(abi.encode(token0, token1, fee)), or of the two tokens alone where `fees` is empty (Algebra).
 */
export type PackFactory = {
  /** `PancakeSwap V3`. */
  protocol: string
  style: 'v2' | 'v3'
  factory: Address
  initCodeHash: Hex
  /** Who creates the pools, where that is not the factory itself. */
  deployer?: Address
  /** v3: fee tiers in hundredths of a basis point. */
  fees?: number[]
}

let loaded: (PackFactory & { chain: Chain })[] | undefined

/** Every DEX factory of one network with a known init code hash. */
export function packFactories(chain: Chain): PackFactory[] {
  loaded ??= readPack().section('factories') as (PackFactory & { chain: Chain })[]
  return loaded.filter((factory) => factory.chain === chain).map(({ chain: _chain, ...factory }) => factory)
}
