import { NATIVE_SYMBOLS } from '@redoubt/risk/chain.ts'
import { NETWORKS } from '../chains/index.ts'
import { callData, wordAt } from '../evm/decode/callData.ts'
import type { GatherHistory } from '../evm/history/wallet/createWalletHistory.ts'
import { usdPrice } from '../evm/market/usdPrice.ts'
import { areUnchanged, gatherReliedWords } from '../evm/reliedState/gatherReliedWords.ts'
import type { ChainSource } from '../evm/rpc/chainSource.ts'
import { gatherWalletContract } from '../evm/walletContract/gatherWalletContract.ts'
import type { AddressIntel } from '../intel/addressIntel.ts'
import { networkLookalikes } from '../intel/lookup/networkLookalikes.ts'
import { saidBy } from '../intel/saidBy.ts'
import type { WalletSources } from '../usecases/scans/wallet/walletSources.ts'

/** What a wallet scan may ask of one network. Part of the composition root. */
export function createWalletSources({
  chain,
  intel,
  account,
  history,
  intelAsOf,
}: Pick<WalletSources, 'account' | 'intelAsOf'> & {
  chain: ChainSource
  intel: AddressIntel
  history: GatherHistory
}): WalletSources {
  const name = chain.chain
  return {
    chain: name,
    block: (signal) => chain.head(signal),
    account,
    history,
    intelAsOf,
    said: saidBy(intel, name),
    resembles: (address) => networkLookalikes(name).similarTo(address),
    unitPrice: async (block, asset, signal) => {
      const token = NETWORKS[name].tokens.find(({ address }) => address === asset)
      if (asset !== null && token === undefined) return null
      const [price, decimals] = await Promise.all([
        usdPrice(chain, { block, asset }, signal),
        asset === null ? 18 : account(block, asset, signal).then((known) => known.token?.decimals ?? null),
      ])
      if (price === null || decimals === null) return null
      return { usd: price.usd, decimals, symbol: token?.symbol ?? NATIVE_SYMBOLS[name] }
    },
    balanceAfter: async (block, { token, owner, blockNumber }, signal) => {
      const call = { to: token, data: callData('balanceOf', owner) }
      const then = await chain.callAt(block, blockNumber, call, signal).catch(() => null)
      return wordAt(then ?? (await chain.call(block, call, signal)))
    },
    reliedWords: (block, parts, signal) => gatherReliedWords(chain, { block, ...parts }, signal),
    areUnchanged: (block, words, signal) => areUnchanged(chain, { block, words }, signal),
    walletContract: (block, { account: subject }, signal) =>
      gatherWalletContract(
        { chain, accountOf: (address) => account(block, address, signal) },
        { block, account: subject },
        signal,
      ),
  }
}
