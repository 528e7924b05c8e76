import type { FactProviders } from '@redoubt/risk/gatherFacts.ts'
import { purchasesOf } from './purchasesOf.ts'
import type { TransactionSources } from './transactionSources.ts'

/** Tokens probed: no honest transaction buys more unknown ones at once. */
const MAX_TOKENS = 2

/** Sells again the bought tokens that no known source vouches for. */
export function gatherSaleProbes(
  sources: Pick<TransactionSources, 'account' | 'saleProbe'>,
): NonNullable<FactProviders['saleProbes']> {
  return async (get, signal) => {
    const [block, bought] = await Promise.all([get('block'), purchasesOf(sources, get, signal)])
    return Promise.all(
      bought.slice(0, MAX_TOKENS).map(async ({ token, symbol }) => ({
        token,
        symbol,
        ...(await sources.saleProbe(block, token, signal)),
      })),
    )
  }
}
