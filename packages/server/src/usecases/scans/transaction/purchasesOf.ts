import type { Address } from '@redoubt/risk/address.ts'
import { genuineLabel } from '@redoubt/risk/contract/genuine.ts'
import type { Movement } from '@redoubt/risk/derive/shapes.ts'
import type { GetFact } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { TransactionSources } from './transactionSources.ts'

/** Returns the bought tokens that no known source vouches for. A token received for nothing is no purchase. */
export async function purchasesOf(
  sources: Pick<TransactionSources, 'account'>,
  get: GetFact,
  signal: AbortSignal,
): Promise<{ token: Address; symbol: string | null; account: Account }[]> {
  const [block, { lost, gained }] = await Promise.all([get('block'), get('movements')])
  if (lost.length === 0) return []
  const tokens = new Map(gained.filter(isToken).map((movement) => [movement.address, movement]))
  const known = await Promise.all([...tokens.keys()].map((token) => sources.account(block, token, signal, 'callee')))
  return known
    .filter((account) => account.class === 'contract' && genuineLabel(account) === null)
    .map((account) => ({
      token: account.address,
      symbol: tokens.get(account.address)?.symbol ?? null,
      account,
    }))
}

function isToken(movement: Movement): movement is Movement & { address: Address } {
  return movement.assetType === 'erc20' && movement.address !== null
}
