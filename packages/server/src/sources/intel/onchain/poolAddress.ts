import { encodeAbiParameters, encodePacked, getCreate2Address, keccak256 } from 'viem/utils'
import type { Address } from '../../../risk/facts.ts'
import type { PoolFactory } from './poolFactories.ts'

/** Two tokens in the order the pool keeps them; `fee` in hundredths of a basis point, 0 where pools have none of their own. */
export type PoolTerms = { token0: Address; token1: Address; fee: number }

/** Where the factory's CREATE2 (EIP-1014) puts the pool of these terms, lower case. */
export function poolAddress(
  { style, deployer, initCodeHash }: Pick<PoolFactory, 'style' | 'deployer' | 'initCodeHash'>,
  { token0, token1, fee }: PoolTerms,
): Address {
  const salt = {
    v2: () => encodePacked(['address', 'address'], [token0, token1]),
    v3: () =>
      encodeAbiParameters([{ type: 'address' }, { type: 'address' }, { type: 'uint24' }], [token0, token1, fee]),
    algebra: () => encodeAbiParameters([{ type: 'address' }, { type: 'address' }], [token0, token1]),
  }[style]()
  return getCreate2Address({
    from: deployer,
    salt: keccak256(salt),
    bytecodeHash: initCodeHash,
  }).toLowerCase() as Address
}
