import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeAbiParameters, encodePacked, getCreate2Address, keccak256 } from 'viem/utils'
import type { PackFactory } from '../pack/packFactories.ts'

/** Two tokens in the order the pool keeps them; `fee` in hundredths of a basis point, null where the pool has none of its own. */
export type PoolTerms = { token0: Address; token1: Address; fee: number | null }

/** Where the factory's CREATE2 (EIP-1014) puts the pool of these terms, lower case. */
export function poolAddress(
  { style, factory, deployer = factory, initCodeHash }: PackFactory,
  terms: PoolTerms,
): Address {
  const salt = keccak256(style === 'v2' ? packed(terms) : padded(terms))
  return getCreate2Address({ from: deployer, salt, bytecodeHash: initCodeHash }).toLowerCase() as Address
}

function packed({ token0, token1 }: PoolTerms): Hex {
  return encodePacked(['address', 'address'], [token0, token1])
}

function padded({ token0, token1, fee }: PoolTerms): Hex {
  const address = { type: 'address' } as const
  return fee === null
    ? encodeAbiParameters([address, address], [token0, token1])
    : encodeAbiParameters([address, address, { type: 'uint24' }], [token0, token1, fee])
}
