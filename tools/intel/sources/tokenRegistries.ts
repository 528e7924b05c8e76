import type { ChainId, LabelFact, Source, TokenFact } from '../facts.ts'
import { addressOf, chainOf, type Loose, load, readJson, readText, words } from '../read.ts'

/** Registries of tokens, the most carefully kept first: earlier ones win where two disagree. */
export const metamaskTokens: Source = {
  package: '@metamask/contract-metadata',
  takes: 'Tokens of Ethereum',
  extract() {
    const tokens: TokenFact[] = []
    const labels: LabelFact[] = []
    for (const [value, { erc20, erc721, symbol, name, decimals }] of Object.entries<Loose>(
      readJson('@metamask/contract-metadata/contract-map.json'),
    )) {
      const address = addressOf(value)
      if (address !== null && erc20 === true) tokens.push({ chain: 1, address, symbol, name, decimals })
      if (address !== null && erc721 === true)
        labels.push({ chain: 1, address, name, category: 'token', confidence: 'medium' })
    }
    return { tokens, labels }
  },
}

export const yodlTokensAndFeeds: Source = {
  package: '@yodlpay/tokenlists',
  takes: 'Chainlink price feeds; tokens',
  extract() {
    const lists = ['generated', 'featured'].flatMap((list) => {
      const json = readJson(`@yodlpay/tokenlists/dist/tokenlist-${list}.json`)
      return json.tokens ?? json
    })
    const tokens = lists.flatMap(({ chainId, address, symbol, name, decimals }: Loose) => {
      const chain = chainOf(chainId)
      return chain === null ? [] : [{ chain, address, symbol, name, decimals }]
    })
    // Reserves and health checks are feeds too, but no prices; they have no ` / `.
    const feeds = readJson('@yodlpay/tokenlists/dist/pricefeeds.json').flatMap((feed: Loose) => {
      const chain = chainOf(feed.chainId)
      const [, calculated, base, quote, rate] =
        /^(Calculated )?([\w.+-]+) \/ (\w+)( Exchange Rate)?$/.exec(feed.name) ?? []
      if (chain === null || base === undefined || quote === undefined || base === 'Marketcap' || quote === 'Gwei')
        return []
      const market = calculated === undefined && rate === undefined
      return [{ chain, address: feed.address, base, quote, decimals: feed.decimals, market }]
    })
    return { tokens, feeds }
  },
}

export const oneDeltaTokens: Source = {
  package: '@1delta/asset-registry',
  takes: 'Tokens; lending pools of Aave and Compound kind',
  extract() {
    const registry: Loose = load('@1delta/asset-registry')
    const tokens: TokenFact[] = []
    for (const id of [1, 56, 137] as const)
      for (const [address, { symbol, name, decimals }] of Object.entries<Loose>(registry.ASSET_META[id]))
        tokens.push({ chain: id, address, symbol, name, decimals })
    return { tokens, labels: [...lendingPools(registry), ...lendingReceipts(registry)] }
  },
}

function lendingPools(registry: Loose) {
  const pools: [string, string, unknown][] = []
  for (const [lender, chains] of Object.entries<Loose>(registry.AAVE_FORK_POOL_DATA))
    for (const [id, { pool }] of Object.entries<Loose>(chains)) pools.push([id, `${title(lender)} Pool`, pool])
  for (const [id, comets] of Object.entries<Loose>(registry.COMETS_PER_CHAIN_MAP))
    for (const [comet, address] of Object.entries<Loose>(comets)) pools.push([id, title(comet), address])
  return pools.flatMap(([id, name, address]) => {
    const chain = chainOf(id)
    if (chain === null || typeof address !== 'string') return []
    return [{ chain, address, name, category: 'defi_protocol' as const, confidence: 'medium' as const }]
  })
}

/** Receipts of lenders of Aave's kind: `{ aToken, vToken, sToken }` per asset. */
function lendingReceipts(registry: Loose) {
  const labels: LabelFact[] = []
  for (const [lender, chains] of Object.entries<Loose>(registry.AAVE_STYLE_TOKENS))
    for (const [id, assets] of Object.entries<Loose>(chains))
      for (const [asset, receipts] of Object.entries<Loose>(assets))
        for (const [kind, address] of Object.entries<Loose>(receipts)) {
          const chain = chainOf(id)
          const symbol = registry.ASSET_META[id]?.[asset]?.symbol
          if (chain === null || typeof address !== 'string' || symbol === undefined) continue
          labels.push({
            chain,
            address,
            name: `${title(lender)} ${symbol} ${kind}`,
            category: 'token',
            confidence: 'medium',
          })
        }
  return labels
}

/** `COMPOUND_V3_USDC` as its users write it. */
function title(key: string): string {
  return words(key.toLowerCase().replace(/_(v\d|usd\w*|weth|wsteth)\b/g, (part) => part.toUpperCase()))
}

const SWAPKIT_CHAINS: Record<string, ChainId> = { ETH: 1, BSC: 56, POL: 137 }

export const swapkitTokens: Source = {
  package: '@swapkit/tokens',
  takes: 'Tokens',
  extract() {
    const tokens: TokenFact[] = []
    for (const list of [
      'uniswap_v2',
      'uniswap_v3',
      'pancakeswap',
      'sushiswap_v2',
      'thorchain',
      'mayachain',
      'chainflip',
    ]) {
      const text = readText(`@swapkit/tokens/src/tokenLists/${list}.ts`)
      const entry =
        /\{\s*address: "(0x[0-9a-fA-F]{40})",\s*chain: "(\w+)",[^{}]*?decimals: (\d+),[^{}]*?ticker: "([^"]+)"/g
      for (const [, address = '', code = '', decimals, symbol = ''] of text.matchAll(entry)) {
        const chain = SWAPKIT_CHAINS[code]
        if (chain !== undefined) tokens.push({ chain, address, symbol, name: symbol, decimals: Number(decimals) })
      }
    }
    return { tokens }
  },
}
