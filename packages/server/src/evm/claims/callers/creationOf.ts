import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { withTimeout } from '../../../lib/withTimeout.ts'
import { provenance } from '../../history/provenance.ts'
import type { PrivilegesRequest } from '../../privileges/privilegesRequest.ts'
import type { ClaimSources } from '../runs/claimRuns.ts'

/** Milliseconds that the search for a contract's creator may take: mostly the contract scan beside it knows it already. */
const MAX_MS = 400

/** Who made a contract: a list of its constructor often has no other trace. Empty where it is not known in time. */
export async function creationOf(
  { chain, verification }: Pick<ClaimSources, 'chain' | 'verification'>,
  block: PinnedBlock,
  address: Address,
  signal: AbortSignal,
): Promise<Pick<PrivilegesRequest, 'suspects' | 'creation'>> {
  const asked = provenance({ chain, verification, maxMs: MAX_MS }, { block, address }, signal)
  const { creator = null, creationTransaction: creation = null } =
    (await withTimeout(
      asked.catch(() => null),
      MAX_MS,
    )) ?? {}
  signal.throwIfAborted()
  return { suspects: creator === null ? [] : [creator], creation }
}
