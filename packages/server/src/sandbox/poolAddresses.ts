import type { Address } from '@redoubt/risk/address.ts'
import { encodeAbiParameters, encodePacked, getCreate2Address, keccak256 } from 'viem/utils'
import { initCode } from './nodeRpc.ts'

/** Hash of the pair's init code that the router of Uniswap V2 has built in; proven in sandbox.e2e.ts. */
export const V2_PAIR_INIT_HASH = '0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f'
/** The same for Uniswap V3's periphery (PoolAddress.sol). */
export const V3_POOL_INIT_HASH = '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54'

/** Both tokens in the order pools keep them. */
export function sortTokens(a: Address, b: Address): [Address, Address] {
  return a.toLowerCase() < b.toLowerCase() ? [a, b] : [b, a]
}

/**
 * Address of a Uniswap V2 pair. The forks of the other networks run Uniswap's code in the sandbox, so their pairs are
 * not where PancakeSwap's and QuickSwap's own code would put them.
 */
export function v2PairAddress(factory: Address, a: Address, b: Address): Address {
  const salt = keccak256(encodePacked(['address', 'address'], sortTokens(a, b)))
  return getCreate2Address({ from: factory, salt, bytecodeHash: V2_PAIR_INIT_HASH })
}

/** Address of a Uniswap V3 pool; `fee` in hundredths of a basis point. */
export function v3PoolAddress(factory: Address, a: Address, b: Address, fee: number): Address {
  const types = [{ type: 'address' }, { type: 'address' }, { type: 'uint24' }] as const
  const salt = keccak256(encodeAbiParameters(types, [...sortTokens(a, b), fee]))
  return getCreate2Address({ from: factory, salt, bytecodeHash: V3_POOL_INIT_HASH })
}

/** Address of a Safe account that its 1.4.1 factory creates for this set-up call and nonce. */
export function safeAddress(factory: Address, singleton: Address, setUp: `0x${string}`, saltNonce: bigint): Address {
  const salt = keccak256(encodePacked(['bytes32', 'uint256'], [keccak256(setUp), saltNonce]))
  const code = encodePacked(['bytes', 'uint256'], [initCode('SafeProxy141'), BigInt(singleton)])
  return getCreate2Address({ from: factory, salt, bytecode: code })
}

/** Address of an EIP-1167 minimal proxy made by the sandbox's clone factory with salt 0. */
export function cloneAddress(factory: Address, implementation: Address): Address {
  const code = encodePacked(
    ['bytes', 'address', 'bytes'],
    ['0x3d602d80600a3d3981f3363d3d373d3d3d363d73', implementation, '0x5af43d82803e903d91602b57fd5bf3'],
  )
  return getCreate2Address({ from: factory, salt: `0x${'0'.repeat(64)}`, bytecode: code })
}
