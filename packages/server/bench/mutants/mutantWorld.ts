import { v2PairAddress } from '../../src/sandbox/poolAddresses.ts'
import { sandboxWorld } from '../../src/sandbox/world.ts'
import { isTokenPower } from './axes.ts'
import type { Mutant } from './drawMutants.ts'
import type { MutantWorld } from './mutantSource.ts'

/** Addresses that the source of a mutant names, before anything is deployed. */
export function mutantWorld({ self, power }: Pick<Mutant, 'self' | 'power'>): MutantWorld {
  const { tokens, dex } = sandboxWorld('ethereum')
  return {
    dollars: tokens.usdc,
    otherToken: tokens.dai,
    wrapped: tokens.wrapped,
    pool: isTokenPower(power) ? v2PairAddress(dex.v2Factory, tokens.wrapped, self) : dex.pairs.usdc,
  }
}
