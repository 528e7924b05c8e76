import type { Address } from '@redoubt/risk/address.ts'
import {
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getContractAddress,
  getCreate2Address,
  keccak256,
  parseAbi,
} from 'viem/utils'
import { initCode } from './nodeRpc.ts'

const INITIALIZE = parseAbi(['function initialize(address owner)'])

/** Both tokens in the order pools keep them. */
export function sortTokens(a: Address, b: Address): [Address, Address] {
  return a.toLowerCase() < b.toLowerCase() ? [a, b] : [b, a]
}

/** Address of a V2 pair. The sandbox's pairs are code of our own, so they are not where the real exchanges would put them. */
export function v2PairAddress(factory: Address, a: Address, b: Address): Address {
  const salt = keccak256(encodePacked(['address', 'address'], sortTokens(a, b)))
  return getCreate2Address({ from: factory, salt, bytecode: initCode('V2Pair') })
}

/** Address of a V3 pool; `fee` in hundredths of a basis point. */
export function v3PoolAddress(factory: Address, a: Address, b: Address, fee: number): Address {
  const types = [{ type: 'address' }, { type: 'address' }, { type: 'uint24' }] as const
  const salt = keccak256(encodeAbiParameters(types, [...sortTokens(a, b), fee]))
  return getCreate2Address({ from: factory, salt, bytecode: initCode('V3Pool') })
}

/** Address of a Safe account that the sandbox's factory creates for this set-up call and nonce. */
export function safeAddress(factory: Address, singleton: Address, setUp: `0x${string}`, saltNonce: bigint): Address {
  const salt = keccak256(encodePacked(['bytes32', 'uint256'], [keccak256(setUp), saltNonce]))
  const code = encodePacked(['bytes', 'uint256'], [initCode('SafeWalletProxy'), BigInt(singleton)])
  return getCreate2Address({ from: factory, salt, bytecode: code })
}

/** Address of the ERC-4337 account that the sandbox's factory creates for this owner with salt 0. */
export function accountAddress(factory: Address, owner: Address): Address {
  // The first contract that the factory's constructor creates.
  const implementation = getContractAddress({ from: factory, nonce: 1n })
  const setUp = encodeFunctionData({ abi: INITIALIZE, functionName: 'initialize', args: [owner] })
  const bytecode = initCode('AccountProxy', [implementation, setUp])
  return getCreate2Address({ from: factory, salt: `0x${'0'.repeat(64)}`, bytecode })
}

/** Address of an EIP-1167 minimal proxy made by the sandbox's clone factory with salt 0. */
export function cloneAddress(factory: Address, implementation: Address): Address {
  const code = encodePacked(
    ['bytes', 'address', 'bytes'],
    ['0x3d602d80600a3d3981f3363d3d373d3d3d363d73', implementation, '0x5af43d82803e903d91602b57fd5bf3'],
  )
  return getCreate2Address({ from: factory, salt: `0x${'0'.repeat(64)}`, bytecode: code })
}
