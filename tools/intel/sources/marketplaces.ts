import type { Category, LabelFact, Source } from '../facts.ts'
import { addressOf, chainOf, type Loose, readJson, words } from '../read.ts'

// Runs calls that any caller composes; users approve its ApprovalProxy.
const OPEN_EXECUTORS = new Set(['RouterV6 Router'])
const COLLECTIONS =
  /^(ArtBlocks Collection|Beeple Contract|CryptoArte Contract|CryptoKitties Core|CryptoVoxels Parcel|Nouns TokenContract|Blur Beth|BendDao BendWETH|Ditto LpNft)$/
// Modules of the router, filters, zones, curves and keys: users do not deal with them by name.
const SKIPPED =
  /^Common |Module$|Test|Zone|Registry$|Filter|Validator|Curve|Oracle|Key$|CodeHash|Native|InitCode|ExchangeCurrency|SushiRouter|EOARegistry|TrustedForwarder|ProtocolFeeRecipient|Verifier$|^ZeroExSplits |FeeManager$|Treasury$/
const BRANDS: Readonly<Record<string, string>> = {
  RouterV6: 'Reservoir',
  SeaportBase: 'Seaport',
  Erc721c: 'Limit Break',
  Okex: 'OKX',
  LooksRare: 'LooksRare',
  LooksRareV2: 'LooksRare V2',
  Nftx: 'NFTX',
  NftxV3: 'NFTX V3',
  X2Y2: 'X2Y2',
  ZeroExV2: '0x V2',
  ZeroExV3: '0x V3',
  ZeroExV4: '0x V4',
  Ditto: '',
}

export const reservoir: Source = {
  package: '@reservoir0x/sdk',
  takes: 'NFT marketplaces and their transfer contracts',
  extract() {
    const labels: LabelFact[] = []
    for (const [group, contracts] of Object.entries<Loose>(readJson('@reservoir0x/sdk/dist/addresses.json')))
      for (const [key, networks] of Object.entries<Loose>(contracts)) {
        const id = `${group} ${key}`
        if (SKIPPED.test(id) && id !== 'Common OpenseaTransferHelper') continue
        const category: Category = OPEN_EXECUTORS.has(id)
          ? 'open-executor'
          : COLLECTIONS.test(id)
            ? 'token'
            : 'nft_marketplace'
        for (const [network, value] of Object.entries(networks)) {
          const chain = chainOf(network)
          const address = addressOf(value)
          if (chain === null || address === null) continue
          const brand = group === 'Common' ? '' : (BRANDS[group] ?? words(group))
          labels.push({ chain, address, name: `${brand} ${words(key)}`.trim(), category, confidence: 'medium' })
        }
      }
    return { labels }
  },
}
