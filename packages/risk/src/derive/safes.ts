import type { Address } from '../address.ts'
import type { Account } from '../facts/account.ts'
import type { DecodedCall } from '../facts/decodedCall.ts'
import { SELECTORS } from '../selectors.ts'

/** Limit of Safes per transaction; no wallet uses more. */
const MAX_SAFES = 4

/**
 * The accounts told to `execTransaction` that really are Safes. Any contract can have a function of that name, and then what
 * it receives is not the signer's.
 */
export async function gatherSafes(
  steps: readonly DecodedCall[],
  account: (address: Address) => Promise<Pick<Account, 'kind'>>,
): Promise<Address[]> {
  const named = steps.flatMap(({ selector, to }) => (selector === SELECTORS.execTransaction && to ? [to] : []))
  const candidates = [...new Set(named)].slice(0, MAX_SAFES)
  const accounts = await Promise.all(candidates.map(account))
  return candidates.filter((_, at) => accounts[at]?.kind?.type === 'safe')
}
