import type { Address } from '@redoubt/risk/address.ts'
import { attempt, type GetFact } from '@redoubt/risk/engine/gatherFacts.ts'
import { withTimeout } from '../../../lib/withTimeout.ts'

/** Milliseconds to wait for the provenance of a contract: for the names of its verified ABI, and for its creator's address. */
export const NAMES_WITHIN = 1_500
export const CREATOR_WITHIN = 300

/** Creator and privileged accounts, which are no sample of the holders. Owners are the source's to add. */
export async function insidersOf(get: GetFact): Promise<Address[]> {
  const [proxy, provenance] = await Promise.all([
    attempt(get, 'proxy'),
    withTimeout(attempt(get, 'provenance'), CREATOR_WITHIN),
  ])
  const insiders = [proxy.value?.admin?.address, provenance?.value?.creator]
  return [...new Set(insiders.filter((address) => address !== undefined && address !== null))]
}
