import type { Address } from '@redoubt/risk/address.ts'
import { attempt, type FactProviders } from '@redoubt/risk/gatherFacts.ts'
import { activityLabels } from '@redoubt/risk/wallet/activityLabels.ts'
import { weighHoldings } from '@redoubt/risk/wallet/weighHoldings.ts'
import { withTimeout } from '../../../lib/withTimeout.ts'
import type { WalletSources } from './walletSources.ts'

/** Milliseconds: holdings can also be learned from logs, and names that trades would earn can do without them. */
const HISTORY_WITHIN = 3_000
const ACTS_WITHIN = 5_000

/** How what a wallet holds, and the names that its doings earned it, are learned. What has no source stays unsupported. */
export function holdingsProviders(
  { address }: { address: Address },
  { holdings, marketActs }: Pick<WalletSources, 'holdings' | 'marketActs'>,
): FactProviders {
  return {
    ...(holdings && {
      holdings: async (get, signal) => {
        const [block, known] = await Promise.all([get('block'), withTimeout(attempt(get, 'history'), HISTORY_WITHIN)])
        return weighHoldings(await holdings(block, { address, history: known?.value ?? null }, signal))
      },
    }),
    activityLabels: async (get, signal) => {
      const [block, subject] = await Promise.all([get('block'), get('subject')])
      const gatherActs = async () => {
        const { value: history } = await attempt(get, 'history')
        if (marketActs === undefined || history === null) return null
        const known = { wallet: address, isContract: subject.class === 'contract', history }
        return withTimeout(marketActs(block, known, signal), ACTS_WITHIN)
      }
      // What is not known of it earns no name; a name by its holdings must not fail with its trades.
      const [held, acts] = await Promise.all([attempt(get, 'holdings'), gatherActs().catch(() => null)])
      return activityLabels(subject, { holdings: held.value, acts })
    },
  }
}
