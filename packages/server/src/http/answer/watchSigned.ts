import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { NewScan } from '../../domain/ports/scanRecords.ts'
import { inTime } from '../../lib/withTimeout.ts'
import { signedPermissionsOf } from '../../usecases/monitors/signedPermissionsOf.ts'
import type { Edge } from '../context.ts'

/** Milliseconds that an answer waits. */
const LONGEST_WAIT = 1_000

/**
 * Has what a kept scan would sign watched, where its account monitors the wallet. The answer is worth more: what fails or hangs is logged.
 * @param requestId under which the scan is kept; null: it is not, and nothing is watched.
 */
export async function watchSigned(
  edge: Edge,
  record: NewScan,
  requestId: string | null,
  wallet: string,
): Promise<void> {
  if (requestId === null) return
  const { accountId, environment, chain, createdAt } = record
  const lower = wallet.toLowerCase() as Address
  const join = async () => {
    const permissions = signedPermissionsOf({ ...record, requestId }, lower)
    if (permissions.length === 0) return
    const owner = { accountId, environment, chain: chain as Chain, wallet: lower }
    const { leftOut } = await edge.ports.joinSigned(owner, permissions, createdAt)
    if (leftOut > 0)
      edge.log('warn', { requestId, leftOut }, 'the account watches as many signed permissions as it may')
  }
  await inTime(join(), LONGEST_WAIT, 'The store did not answer in time').catch((err: unknown) =>
    edge.log('error', { requestId, err }, 'signed permissions are not watched'),
  )
}
