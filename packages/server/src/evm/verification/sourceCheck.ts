import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { TokenMetadata } from '@redoubt/risk/facts/account.ts'
import type { ContractFacts } from '@redoubt/risk/facts/contractFacts.ts'
import type { SourceCheck } from '@redoubt/risk/facts/purchaseFacts.ts'
import { famousTokens } from '../../intel/lookup/famousTokens.ts'
import { createTokenNames, type TokenNames } from '../../intel/lookup/tokenNames.ts'
import { packToken } from '../../intel/pack/packTables.ts'
import { patient } from '../../lib/patience.ts'
import { withSignal } from '../../lib/withSignal.ts'
import type { Verification } from './createVerification.ts'

/** Milliseconds that a person who is about to sign waits for services on the internet. */
const PATIENCE_MS = 1_200

/** Whether the contract's source is published with one of the services. Never rejects: who gives no answer in time is not among `asked`. */
export async function sourceCheck(
  verification: Verification,
  { chain, address, codeHash }: { chain: Chain; address: Address; codeHash: Hex },
  signal: AbortSignal,
): Promise<SourceCheck> {
  const late = { address, verified: null, asked: [] }
  const over = AbortSignal.any([signal, AbortSignal.timeout(patient(PATIENCE_MS))])
  if (over.aborted) return late
  const answer = verification(chain, { address, codeHash }).verification.then(({ source, asked, unavailable }) => {
    const unheard = asked.length === 0 || unavailable.length > 0
    return { address, verified: source !== null ? true : unheard ? null : false, asked }
  })
  return withSignal(answer, over).catch((error: unknown) => {
    if (over.aborted) return late
    throw error
  })
}

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
