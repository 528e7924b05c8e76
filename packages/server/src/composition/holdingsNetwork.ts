import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { gatherHoldings } from '../evm/balances/gatherHoldings.ts'
import { usdPrice } from '../evm/market/usdPrice.ts'
import { gatherMarketActs } from '../evm/marketActivity/gatherMarketActs.ts'
import type { ChainSource } from '../evm/rpc/chainSource.ts'
import type { Simulator } from '../evm/simulation/simulator.ts'
import { saleProbe } from '../evm/trade/sellAsHolders.ts'
import { imitationOf } from '../evm/verification/sourceCheck.ts'
import { patient } from '../lib/patience.ts'
import type { WalletSources } from '../usecases/scans/wallet/walletSources.ts'

/** A token that is slower to trade than that is not known to be a trap. */
const LONGEST_SALE_MS = 3_000

/** What of a wallet's assets and trades may be asked of one network. Part of the composition root. */
export function createHoldingsSources({
  chain,
  simulator,
}: {
  chain: ChainSource
  simulator: Simulator
}): Required<Pick<WalletSources, 'holdings' | 'marketActs'>> {
  const priceOf = (block: PinnedBlock, asset: Address | null, signal: AbortSignal) =>
    usdPrice(chain, { block, asset }, signal)
  return {
    holdings: (block, known, signal) =>
      gatherHoldings(
        {
          chain,
          priceOf,
          imitates: (token) => imitationOf(chain.chain, token)?.symbol ?? null,
          sellable: async (at, token, within) => {
            const time = AbortSignal.any([within, AbortSignal.timeout(patient(LONGEST_SALE_MS))])
            const { sales } = await saleProbe({ chain, simulator }, { block: at, token }, time)
            return sales.length === 0 ? null : sales.some(({ failed }) => failed === null)
          },
        },
        { block, ...known },
        signal,
      ),
    marketActs: (_block, known, signal) => gatherMarketActs({ chain, priceOf }, known, signal),
  }
}
