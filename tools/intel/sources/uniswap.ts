import type { Category, LabelFact, Source } from '../facts.ts'
import { addressOf, chainOf, type Loose, load, words } from '../read.ts'

export const uniswapCore: Source = {
  package: '@uniswap/sdk-core',
  takes: 'Uniswap contracts',
  extract() {
    // The ES module entry imports a name that its dependency lacks; the CommonJS one works.
    const core: Loose = load('@uniswap/sdk-core')
    const labels: LabelFact[] = []
    const add = (id: string, value: unknown, name: string, category: Category = 'defi_protocol') => {
      const chain = chainOf(id)
      const address = addressOf(value)
      if (chain !== null && address !== null)
        labels.push({ chain, address, name: `Uniswap ${name}`, category, confidence: 'high' })
    }
    for (const [id, contracts] of Object.entries<Loose>(core.CHAIN_TO_ADDRESSES_MAP))
      for (const [key, value] of Object.entries(contracts)) {
        const name = words(key.replace(/Address$/, '').replace(/^(multicall|quoter|tickLens)/, 'v3-$1'))
        add(id, value, name, /multicall/i.test(key) ? 'open-executor' : 'defi_protocol')
      }
    for (const [id, value] of Object.entries(core.V2_ROUTER_ADDRESSES)) add(id, value, 'V2 Router')
    for (const [id, value] of Object.entries(core.V2_FACTORY_ADDRESSES)) add(id, value, 'V2 Factory')
    for (const [id, value] of Object.entries(core.UNI_ADDRESSES)) if (id === '1') add(id, value, 'UNI token', 'token')
    add('1', core.V2_ROUTER_ADDRESS, 'V2 Router')
    add('1', core.MERKLE_DISTRIBUTOR_ADDRESS, 'UNI Merkle Distributor')
    add('1', core.GOVERNANCE_BRAVO_ADDRESSES[1], 'Governor')
    add('1', core.TIMELOCK_ADDRESSES[1], 'Treasury', 'dao_treasury')
    return { labels }
  },
}
