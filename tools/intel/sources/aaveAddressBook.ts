import type { Category, ChainId, FeedFact, LabelFact, Source, TokenFact } from '../facts.ts'
import { addressOf, chainOf, importFile, type Loose, words } from '../read.ts'

const PACKAGE = '@aave-dao/aave-address-book'

// Governance roles: keys and executors of decisions, not contracts that users deal with.
const SKIPPED =
  /ADMIN|GUARDIAN|OWNER|ROBOT|OPERATOR|AUTOMATION|EXECUTOR|FORWARDER|BOT\b|LISTING|PAYLOAD|_BASE$|DEPRECATED|CREATE_3|FACTORY_MULTISIG|FUNDING_RECEIVER|SWAPPER|STEWARD/
// Councils and committees are Safes of people, and no code that users deal with.
const SAFE = /SAFE$|MULTISIG|COUNCIL|COMMITTEE/
const TREASURY = /COLLECTOR|TREASURY|ECOSYSTEM_RESERVE/

export const aaveAddressBook: Source = {
  package: PACKAGE,
  takes: 'Aave pools, gateways, adapters, reserve tokens and vaults; treasuries; token list',
  async extract() {
    const labels: LabelFact[] = []
    const feeds: FeedFact[] = []
    const book: Loose = await importFile(`${PACKAGE}/dist/AaveAddressBook.mjs`)
    for (const [module, entries] of Object.entries<Loose>(book)) {
      const chain = chainOf(entries.CHAIN_ID)
      if (module.startsWith('Chainlink')) feeds.push(...feedsOf(module, entries))
      if (chain === null || module.startsWith('Chainlink')) continue
      const market = marketOf(module)
      for (const [key, value] of Object.entries<Loose>(entries)) {
        const address = addressOf(value)
        if (address === null || SKIPPED.test(key)) continue
        const category: Category = SAFE.test(key) ? 'multisig' : TREASURY.test(key) ? 'dao_treasury' : categoryOf(key)
        labels.push({ chain, address, name: `${market} ${words(key)}`, category, confidence: 'high' })
        // Staked tokens take the plain ones in: a token and a spender.
        if (category === 'token' && /^ST/.test(key))
          labels.push({
            chain,
            address,
            name: `${market} ${words(key)}`,
            category: 'defi_protocol',
            confidence: 'high',
          })
      }
      for (const [symbol, asset] of Object.entries<Loose>(entries.ASSETS ?? {})) {
        const add = (value: unknown, name: string, categories: Category[]) => {
          const address = addressOf(value)
          if (address === null) return
          for (const category of categories)
            labels.push({ chain, address, name: `${market} ${symbol} ${name}`, category, confidence: 'high' })
        }
        add(asset.A_TOKEN, 'aToken', ['token'])
        add(asset.V_TOKEN, 'variable debt', ['token'])
        add(asset.S_TOKEN, 'stable debt', ['token'])
        // An ERC-4626 wrapper takes its underlying in: a token and a spender.
        add(asset.STATA_TOKEN, 'static aToken', ['token', 'defi_protocol'])
        add(asset.STATIC_A_TOKEN, 'static aToken', ['token', 'defi_protocol'])
        add(asset.INTEREST_RATE_STRATEGY, 'interest rate', ['defi_protocol'])
      }
    }
    const list: Loose = await importFile(`${PACKAGE}/dist/tokenlist.mjs`)
    const tokens: TokenFact[] = []
    for (const { chainId, address, symbol, name, decimals } of list.tokens ?? list.default.tokens) {
      const chain = chainOf(chainId)
      if (chain !== null) tokens.push({ chain, address, symbol, name, decimals })
    }
    return { labels, tokens, feeds }
  },
}

function marketOf(module: string): string {
  return words(module.replace(/^Aave/, 'Aave ').replace(/^(Misc|Governance|Umbrella|Gho)/, 'Aave $1 '))
    .replace(/\bMisc /, '')
    .replace(/\bBnb\b/i, 'BNB')
}

function categoryOf(key: string): Category {
  return /BRIDGE|CCIP|CROSS_CHAIN/.test(key)
    ? 'bridge'
    : /^(GHO_TOKEN|STK_|ST(K)?GHO)/.test(key) && !/ORACLE/.test(key)
      ? 'token'
      : 'defi_protocol'
}

const FEED_CHAINS: Readonly<Record<string, ChainId>> = { ChainlinkEthereum: 1, ChainlinkBNB: 56, ChainlinkPolygon: 137 }

/** `LINK__USD`; exchange rates, reserves, and feeds that only one searcher may update early (SVR) are written otherwise. */
function feedsOf(module: string, entries: Record<string, unknown>): FeedFact[] {
  const chain = FEED_CHAINS[module]
  if (chain === undefined) return []
  return Object.entries(entries).flatMap(([key, address]) => {
    const [, base, quote, rate] = /^_?([A-Za-z\d]+)__([A-Za-z\d]+?)(_Exchange_Rate)?$/.exec(key) ?? []
    if (base === undefined || quote === undefined || quote === 'Gwei' || typeof address !== 'string') return []
    return [{ chain, address, base, quote, decimals: null, market: rate === undefined }]
  })
}
