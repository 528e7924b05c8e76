import { genuineLabel } from '../risk/contract/genuine.ts'
import type { Movement } from '../risk/facts.ts'
import type { FactProviders } from '../risk/gatherFacts.ts'
import type { TransactionSources } from './transactionSources.ts'

/** Tokens tried: nobody buys more unknown ones at once. */
const MOST_TOKENS = 2

/** Sells again what is bought, where nobody known vouches for it. What comes for nothing is no purchase. */
export function learnTrialSales(
  sources: Pick<TransactionSources, 'account' | 'trialSale'>,
): NonNullable<FactProviders['trialSales']> {
  return async (get, signal) => {
    const [block, { lost, gained }] = await Promise.all([get('block'), get('movements')])
    if (lost.length === 0) return []
    const tokens = new Map(gained.filter(isToken).map((movement) => [movement.address, movement]))
    const known = await Promise.all([...tokens.keys()].map((token) => sources.account(block, token, signal, 'callee')))
    const unknown = known.filter((account) => account.class === 'contract' && genuineLabel(account) === null)
    return Promise.all(
      unknown.slice(0, MOST_TOKENS).map(async ({ address }) => ({
        token: address,
        symbol: tokens.get(address)?.symbol ?? null,
        ...(await sources.trialSale(block, address, signal)),
      })),
    )
  }
}

function isToken(movement: Movement): movement is Movement & { address: NonNullable<Movement['address']> } {
  return movement.assetType === 'erc20' && movement.address !== null
}
