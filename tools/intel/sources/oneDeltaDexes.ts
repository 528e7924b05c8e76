import type { FactoryFact, LabelFact, Source } from '../facts.ts'
import { addressOf, chainOf, type Loose, load } from '../read.ts'

// The registry names the contract that deploys pools; the factory that users and explorers know is another.
// Sources: docs.pancakeswap.finance, docs.quickswap.exchange, docs.thena.fi.
const FACTORY_OF_DEPLOYER: Readonly<Record<string, string>> = {
  '0x41ff9aa7e16b8b1a8a8dc4f0efacd93d02d071c9': '0x0bfbcf9fa4f9c56b0f40a671ad40e0805a091865',
  '0x2d98e2fa9da15aa6dc9581ab097ced7af697cb92': '0x411b0facc3489691f28ad58c47006af5e3ab3a28',
  '0xc89f69baa3ff17a842ab2de89e5fc8a8e2cc7358': '0x306f06c147f064a010530292a1eb6737c3e378e4',
}
// Fee tiers in hundredths of a basis point. Algebra has one pool per pair, with no fee in its address.
const FEES: Readonly<Record<string, number[]>> = {
  Classic: [100, 500, 3000, 10000],
  Pancake: [100, 500, 2500, 10000],
  AlgebraV3: [],
}
// The registry gives Uniswap's hash; docs.sushi.com and every SLP pair on these networks say otherwise.
const SUSHI_PAIR = '0xe18a34eb0e04b04f7a0ac29a6e80748dca96319b42c54d679cb821dca90c6303'

export const oneDeltaDexes: Source = {
  package: '@1delta/dex-registry',
  takes: 'DEX factories with init code hashes; vaults',
  extract() {
    const registry: Loose = load('@1delta/dex-registry')
    const factories: FactoryFact[] = []
    const labels: LabelFact[] = []
    const label = (id: string, value: unknown, name: string) => {
      const chain = chainOf(id)
      const address = addressOf(value)
      if (chain !== null && address !== null)
        labels.push({ chain, address, name, category: 'defi_protocol', confidence: 'medium' })
    }
    for (const [group, style] of [
      ['UNISWAP_V2_FORKS', 'v2'],
      ['UNISWAP_V3_FORKS', 'v3'],
    ] as const)
      for (const [key, fork] of Object.entries<Loose>(registry[group]))
        for (const [id, value] of Object.entries(fork.factories)) {
          const chain = chainOf(id)
          const deployed = addressOf(value)
          if (chain === null || deployed === null) continue
          const kind: string = fork.forkType[id] ?? fork.forkType.default
          const initCodeHash = key === 'SUSHISWAP_V2' ? SUSHI_PAIR : (fork.codeHash[id] ?? fork.codeHash.default)
          const known = FACTORY_OF_DEPLOYER[deployed]
          const factory = known ?? deployed
          label(id, factory, `${brandOf(key)} Factory`)
          if (known !== undefined) label(id, deployed, `${brandOf(key)} pool deployer`)
          const fees = style === 'v2' && kind === 'Classic' ? [] : FEES[kind]
          // Other kinds hash more than the two tokens and the fee into a pool's address.
          if (initCodeHash === undefined || fees === undefined || (kind === 'AlgebraV3' && known === undefined))
            continue
          factories.push({
            chain,
            protocol: brandOf(key),
            style,
            factory,
            initCodeHash,
            ...(known !== undefined && { deployer: deployed }),
            ...(style === 'v3' && { fees }),
          })
        }
    for (const [id, vault] of Object.entries(registry.BALANCER_V2_FORKS.BALANCER_V2.vault))
      label(id, vault, 'Balancer V2 Vault')
    for (const [id, vault] of Object.entries(registry.BALANCER_V3_FORKS.BALANCER_V3.vault))
      label(id, vault, 'Balancer V3 Vault')
    for (const [id, manager] of Object.entries(registry.UNISWAP_V4_FORKS.UNISWAP_V4.pm))
      label(id, manager, 'Uniswap V4 Pool Manager')
    for (const [id, dodo] of Object.entries<Loose>(registry.DODO_V2_DATA.DODO_V2))
      for (const [kind, factory] of Object.entries(dodo)) label(id, factory, `DODO V2 ${kind}`)
    return { factories, labels }
  },
}

function brandOf(key: string): string {
  return key
    .split('_')
    .map((word) => (/^V\d/.test(word) ? word : word.charAt(0) + word.slice(1).toLowerCase()))
    .join(' ')
    .replace('swap', 'Swap')
    .replace('UniSwap', 'Uniswap')
}
