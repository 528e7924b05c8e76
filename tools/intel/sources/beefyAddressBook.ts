import type { Category, DomainFact, LabelFact, Source, TokenFact } from '../facts.ts'
import { addressOf, CHAINS_BY_NAME, importFile, type Loose, words } from '../read.ts'
import { tokenSites } from './domains.ts'

const PACKAGE = '@beefyfinance/blockchain-addressbook'

// What a key or a keeper holds is no protocol; liquidity tokens are named by their pool, not by this book.
const SKIPPED =
  /owner|keeper|strateg|timelock|recipient|rebalancer|swapper|lp$|lp[A-Z]|nft$|^rewarder|deployer|batch|oracle|quoter|token$|gas|relay/i

// Farms of 2021 come and go, and some took their depositors' money: only names that are known for something else are taken.
const PLATFORMS =
  /^(aura|balancer|beefyfinance|gamma|solidly|sushi|synapse|verse|ape|apeswap|babyswap|bakery|biswap|chainlink|cometh|cone|dfyn|dystopia|ellipsis|mai|mdex|pancake|quickswap|stargate|thena)$/

export const beefyAddressBook: Source = {
  package: PACKAGE,
  takes: 'Routers, farms and voters of yield protocols; tokens and their sites',
  async extract() {
    const { addressBook }: Loose = await importFile(`${PACKAGE}/dist/address-book/index.js`)
    const labels: LabelFact[] = []
    const tokens: TokenFact[] = []
    const domains: DomainFact[] = []
    for (const [name, chain] of Object.entries(CHAINS_BY_NAME)) {
      for (const [platform, entries] of Object.entries<Loose>(addressBook[name].platforms)) {
        if (!PLATFORMS.test(platform)) continue
        for (const [key, value] of Object.entries<Loose>(entries)) {
          const address = addressOf(value)
          const category = categoryOf(key)
          if (address === null || category === null) continue
          labels.push({
            chain,
            address,
            name: `${brandOf(platform)} ${words(key)}`,
            category,
            confidence: platform === 'beefyfinance' ? 'high' : 'medium',
          })
        }
      }
      domains.push(...tokenSites(Object.values<Loose>(addressBook[name].tokens)))
      for (const { symbol, name: title, address, decimals } of Object.values<Loose>(addressBook[name].tokens))
        tokens.push({ chain, address, symbol, name: title, decimals })
    }
    return { labels, tokens, domains }
  },
}

function categoryOf(key: string): Category | null {
  if (/multisig|treasurer/i.test(key)) return 'multisig'
  if (/treasury/i.test(key) && !/swapper/i.test(key)) return 'dao_treasury'
  // Runs the orders of any caller; approvals belong to its token manager.
  if (/multicall|^zap$/i.test(key)) return 'open-executor'
  if (/zapTokenManager|tokenManager$/i.test(key)) return 'defi_protocol'
  if (SKIPPED.test(key)) return null
  return /bridge/i.test(key) ? 'bridge' : 'defi_protocol'
}

function brandOf(platform: string): string {
  return platform === 'beefyfinance' ? 'Beefy' : words(platform)
}
