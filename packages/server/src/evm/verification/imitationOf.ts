import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { ContractFacts } from '@redoubt/risk/contractFacts.ts'
import type { TokenMetadata } from '@redoubt/risk/facts/account.ts'
import { famousTokens } from '../../intel/lookup/famousTokens.ts'
import { createTokenNames, type TokenNames } from '../../intel/lookup/tokenNames.ts'
import { packToken } from '../../intel/pack/packToken.ts'

let names: TokenNames | undefined

/**
 * Returns the famous token whose symbol or name a different token carries. Null for every genuine and listed token, and for names
 * that no famous token has.
 */
export function imitationOf(
  chain: Chain,
  { address, symbol, name }: { address: Address } & Pick<TokenMetadata, 'symbol' | 'name'>,
): ContractFacts['imitates'] {
  names ??= createTokenNames({
    famous: famousTokens(),
    isGenuine: (network, token) => packToken(network, token) !== null,
  })
  const found = names.imitates(chain, { address, symbol: symbol ?? '', name: name ?? '' })
  if (found === null) return null
  const { chain: _chain, ...original } = found
  return original
}
