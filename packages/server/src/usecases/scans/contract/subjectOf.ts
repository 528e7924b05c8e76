import type { Address } from '@redoubt/risk/address.ts'
import { attempt, type GetFact } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import { withTimeout } from '../../../lib/withTimeout.ts'

/** Milliseconds that the analysis waits for the names of a verified ABI, and the trades for the creator's address. */
export const NAMES_WITHIN = 1_500
export const CREATOR_WITHIN = 300

export function hasCode({ class: kind }: Account): boolean {
  return kind === 'contract' || kind === 'delegated-eoa'
}

/** Creator and privileged accounts, which are no sample of the holders. Owners are the source's to add. */
export async function insidersOf(get: GetFact): Promise<Address[]> {
  const [proxy, provenance] = await Promise.all([
    attempt(get, 'proxy'),
    withTimeout(attempt(get, 'provenance'), CREATOR_WITHIN),
  ])
  const insiders = [proxy.value?.admin?.address, provenance?.value?.creator]
  return [...new Set(insiders.filter((address) => address !== undefined && address !== null))]
}
