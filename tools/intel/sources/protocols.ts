import type { Category, LabelFact, Source } from '../facts.ts'
import {
  addressOf,
  CHAINS_BY_NAME,
  chainOf,
  filesBelow,
  importFile,
  type Loose,
  readJson,
  readText,
  words,
} from '../read.ts'

const own = (
  chain: LabelFact['chain'] | null | undefined,
  value: unknown,
  name: string,
  category: Category = 'defi_protocol',
): LabelFact[] => {
  const address = addressOf(value)
  if (chain === null || chain === undefined || address === null) return []
  return [{ chain, address, name, category, confidence: 'high' }]
}

export const synthetix: Source = {
  package: 'synthetix',
  takes: 'Synthetix contracts and synths',
  extract() {
    const { targets } = readJson('synthetix/publish/deployed/mainnet/deployment.json')
    const labels = Object.entries<Loose>(targets).flatMap(([key, { address }]) => {
      if (
        /^(Owner|Math$|SafeDecimal|SignedSafe|DappMaint|OneNet|.*Aggregator|TokenState|SynthetixState|EternalStorage)/.test(
          key,
        )
      )
        return []
      const token = /^Proxy(ERC20|s[A-Z])/.test(key)
      return own(1, address, `Synthetix ${key}`, token ? 'token' : 'defi_protocol')
    })
    return { labels }
  },
}

export const maker: Source = {
  package: '@makerdao/dai-plugin-mcd',
  takes: 'Maker contracts',
  extract() {
    const labels: LabelFact[] = []
    const book: Record<string, unknown> = readJson('@makerdao/dai-plugin-mcd/contracts/addresses/mainnet.json')
    for (const [key, value] of Object.entries(book)) {
      // Collateral tokens, oracles, deployers and what governance alone moves.
      if (!/^(MCD_|PROXY_|CDP_|MIGRATION|DSR_|SAI_TUB|GET_CDPS)/.test(key)) continue
      if (/DEPLOY|PAUSE|ADM|GOV|ESM|MOM/.test(key)) continue
      labels.push(
        ...own(1, value, `Maker ${words(key.replace(/^MCD_/, ''))}`, key === 'MCD_DAI' ? 'token' : 'defi_protocol'),
      )
    }
    return { labels }
  },
}

export const sushi: Source = {
  package: 'sushi',
  takes: 'Sushi routers, factories and farms',
  extract() {
    const labels: LabelFact[] = []
    for (const file of ['sushiswap-v2', 'sushiswap-v3', 'red-snwapper', 'master-chef', 'mini-chef', 'blade']) {
      const text = readText(`sushi/_esm/evm/config/features/${file}.js`)
      for (const [, name = '', block = ''] of text.matchAll(/export const (\w+)\s*=\s*\{([^}]*)\}/g)) {
        if (/MULTICALL|OWNER|FEE|INIT|SUBGRAPH|LENS/.test(name)) continue
        for (const [, chain = '', address] of block.matchAll(
          /EvmChainId\.(ETHEREUM|BSC|POLYGON)\]: ["'](0x[0-9a-fA-F]{40})/g,
        )) {
          // Its executor runs a route that any caller wrote; the router pulls from its caller alone.
          const category = /EXECUTOR/.test(name) ? 'open-executor' : 'defi_protocol'
          labels.push(
            ...own(
              CHAINS_BY_NAME[chain.toLowerCase()],
              address,
              `Sushi ${words(name.replace(/_ADDRESS(ES)?$/, '').replace(/^SUSHISWAP_/, ''))}`,
              category,
            ),
          )
        }
      }
    }
    return { labels }
  },
}

export const superfluid: Source = {
  package: '@superfluid-finance/metadata',
  takes: 'Superfluid contracts',
  extract() {
    const labels: LabelFact[] = []
    const walk = (chain: LabelFact['chain'], value: Loose, path: string) => {
      if (typeof value === 'string') {
        if (!/governance|deployer|owner|loader|resolver|autowrap.*strategy/i.test(path))
          labels.push(
            ...own(chain, value, `Superfluid ${words(path)}`, /macro/i.test(path) ? 'open-executor' : 'defi_protocol'),
          )
      } else if (value !== null && typeof value === 'object')
        for (const [key, inner] of Object.entries(value)) walk(chain, inner, `${path} ${key}`)
    }
    for (const network of readJson('@superfluid-finance/metadata/networks.json')) {
      const chain = chainOf(network.chainId)
      if (chain !== null) for (const [key, value] of Object.entries(network.contractsV1)) walk(chain, value, key)
    }
    return { labels }
  },
}

export const morpho: Source = {
  package: '@morpho-org/morpho-ts',
  takes: 'Morpho contracts',
  extract() {
    const text = readText('@morpho-org/morpho-ts/lib/esm/addresses.js')
    const labels: LabelFact[] = []
    for (const [name, chain] of [
      ['EthMainnet', 1],
      ['PolygonMainnet', 137],
      ['BscMainnet', 56],
    ] as const) {
      const block = new RegExp(`\\[ChainId\\.${name}\\]: \\{([\\s\\S]*?)\\n {4}\\},`).exec(text)?.[1] ?? ''
      for (const [, key = '', address] of block.matchAll(/(\w+): "(0x[0-9a-fA-F]{40})"/g))
        if (/^(blue|morpho|bundler3|chainlinkOracleFactory|publicAllocator)$|Adapter\d?$|Factory$|Bundler/.test(key))
          // A bundler executes what its caller composes.
          labels.push(
            ...own(
              chain,
              address,
              key === 'blue' ? 'Morpho Blue' : `Morpho ${words(key)}`,
              /^bundler3$|Bundler/.test(key) ? 'open-executor' : 'defi_protocol',
            ),
          )
    }
    return { labels }
  },
}

export const venus: Source = {
  package: '@venusprotocol/venus-protocol',
  takes: 'Venus contracts and vTokens',
  extract() {
    const { addresses } = readJson('@venusprotocol/venus-protocol/deployments/bscmainnet_addresses.json')
    const labels = Object.entries<string>(addresses).flatMap(([key, address]) => {
      // Names in capitals alone are other people's tokens.
      if (/^[A-Z\d]+(_(Implementation|Proxy))?$/.test(key) && !/^(VAI|XVS|VRT)$/.test(key)) return []
      if (/Admin|pancake|Lens$|JumpRate|Whitepaper|InterestRate|^TUSDOLD/.test(key)) return []
      const name = `Venus ${words(key.replace(/_(Proxy)$/, ''))}`.replace(/ V ([A-Z]+)$/, ' v$1')
      if (/Treasury/.test(key)) return own(56, address, name, 'dao_treasury')
      if (/^(VAI|XVS|VRT)$/.test(key)) return own(56, address, name, 'token')
      // A vToken takes its underlying in to mint: a token and a spender.
      return /^v[A-Z]/.test(key) && !/_Impl/.test(key)
        ? [
            ...own(56, address, `Venus ${key.replace('_Proxy', '')}`, 'token'),
            ...own(56, address, `Venus ${key.replace('_Proxy', '')}`),
          ]
        : own(56, address, name)
    })
    return { labels }
  },
}

export const compound: Source = {
  package: '@compound-finance/compound-js',
  takes: 'Compound contracts and cTokens',
  extract() {
    const text = readText('@compound-finance/compound-js/dist/nodejs/constants.js')
    const labels: LabelFact[] = []
    const block = /"mainnet": \{([\s\S]*?)\n {4}\}/.exec(text)?.[1] ?? ''
    for (const [, key = '', address] of block.matchAll(/"(\w+)": "(0x[0-9a-fA-F]{40})"/g)) {
      if (/^c[A-Z\d]/.test(key))
        labels.push(...own(1, address, `Compound ${key}`, 'token'), ...own(1, address, `Compound ${key}`))
      else if (/^(Comptroller|Maximillion|CompoundLens|GovernorAlpha|GovernorBravo|Reservoir|Unitroller)$/.test(key))
        labels.push(...own(1, address, `Compound ${words(key)}`))
      else if (key === 'COMP') labels.push(...own(1, address, 'Compound COMP', 'token'))
    }
    return { labels }
  },
}

export const cow: Source = {
  package: '@cowprotocol/sdk-config',
  takes: 'CoW Protocol settlement and vault relayer',
  extract() {
    const text = readText('@cowprotocol/sdk-config/dist/index.js')
    const read = (name: string) => new RegExp(`var ${name} = "(0x[0-9a-fA-F]{40})"`).exec(text)?.[1]
    const labels = ([1, 56, 137] as const).flatMap((chain) => [
      ...own(chain, read('VAULT_RELAYER'), 'CoW Protocol Vault Relayer'),
      // Solvers have it call anything; people approve the vault relayer.
      ...own(chain, read('SETTLEMENT_CONTRACT'), 'CoW Protocol Settlement', 'open-executor'),
      ...own(chain, read('ETH_FLOW_ADDRESS'), 'CoW Protocol ETH flow'),
    ])
    return { labels }
  },
}

export const gearbox: Source = {
  package: '@gearbox-protocol/sdk-gov',
  takes: 'Pools and vaults of the protocols that Gearbox works with',
  extract() {
    const text = readText('@gearbox-protocol/sdk-gov/lib/contracts/contracts.js')
    const block = /Mainnet: \{([\s\S]*?)\n {4}\}/.exec(text)?.[1] ?? ''
    const labels: LabelFact[] = []
    for (const [, key = '', value] of block.matchAll(/(\w+): "(0x[0-9a-fA-F]{40})"/g))
      if (!/ADAPTER/.test(key))
        labels.push(...own(1, value, words(key)).map((label) => ({ ...label, confidence: 'medium' as const })))
    return { labels }
  },
}

export const delegation: Source = {
  package: '@metamask/delegation-deployments',
  takes: 'MetaMask Delegation Framework',
  async extract() {
    const { DELEGATOR_CONTRACTS }: Loose = await importFile('@metamask/delegation-deployments/dist/index.mjs')
    const labels: LabelFact[] = []
    // Any account can redeem a delegation, or deploy, through these. Enforcers hold nothing, and a delegate is no service.
    for (const chains of Object.values<Loose>(DELEGATOR_CONTRACTS))
      for (const [id, contracts] of Object.entries<Loose>(chains))
        for (const [key, value] of Object.entries(contracts))
          if (/^(DelegationManager|EntryPoint|SimpleFactory)$/.test(key))
            labels.push(
              ...own(
                chainOf(id),
                value,
                key === 'EntryPoint' ? 'ERC-4337 EntryPoint' : `MetaMask ${words(key)}`,
                'open-executor',
              ),
            )
    return { labels }
  },
}

export const hashflow: Source = {
  package: '@hashflow/protocol',
  takes: 'Hashflow routers and pools',
  extract() {
    const labels = filesBelow('@hashflow/protocol/published_contracts').flatMap((file) => {
      const { contractName, networks } = readJson(file)
      if (/Oracle|Validator|Admin/.test(contractName)) return []
      return Object.entries<Loose>(networks ?? {}).flatMap(([id, { address }]) =>
        own(chainOf(id), address, words(contractName), /ERC20|Token/.test(contractName) ? 'token' : 'defi_protocol'),
      )
    })
    return { labels }
  },
}
