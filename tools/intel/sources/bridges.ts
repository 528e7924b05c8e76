import type { Category, ChainId, LabelFact, Source, TokenFact } from '../facts.ts'
import { addressOf, CHAINS_BY_NAME, chainOf, importFile, type Loose, readJson, readText, words } from '../read.ts'

function bridge(
  chain: ChainId | null | undefined,
  value: unknown,
  name: string,
  category: Category = 'bridge',
): LabelFact[] {
  const address = addressOf(value)
  if (chain === null || chain === undefined || address === null) return []
  return [{ chain, address, name, category, confidence: 'high' }]
}

/**
 * A bridge that also runs any call that a stranger on the other side asks for, in its own name: money sent to it crosses,
 * and every stranger can use a permission given to it.
 */
function executor(chain: ChainId | null | undefined, value: unknown, name: string): LabelFact[] {
  return [...bridge(chain, value, name), ...bridge(chain, value, name, 'open-executor')]
}

const POLYGON_BRIDGE =
  /Predicate|RootChainManager|DepositManager|WithdrawManager|RootChainProxy|RootTunnel|ChildTunnel|FxRoot|FxChild|ExitNFT|ChildChainManager|ZkEVMBridge|BridgeAdapter|PolygonZkEVM/

export const polygonMeta: Source = {
  package: '@maticnetwork/meta',
  takes: 'Polygon bridges and staking',
  extract() {
    const labels: LabelFact[] = []
    for (const version of ['v1', 'cherry']) {
      const walk = (value: Loose, chain: ChainId, key: string, path: string) => {
        if (typeof value === 'string') {
          if (/Dummy|Test/.test(key) || path.includes('Tokens')) return
          if (POLYGON_BRIDGE.test(key)) labels.push(...bridge(chain, value, `Polygon ${words(key)}`))
          else if (/StakeManagerProxy|StakingNFT|ValidatorShareFactory/.test(key))
            labels.push(...bridge(chain, value, `Polygon ${words(key)}`, 'defi_protocol'))
        } else if (value !== null && typeof value === 'object')
          for (const [name, inner] of Object.entries(value)) walk(inner, chain, name, `${path}.${name}`)
      }
      const { Main, Matic } = readJson(`@maticnetwork/meta/network/mainnet/${version}/index.json`)
      if (Main !== undefined) walk(Main, 1, '', '')
      if (Matic !== undefined) walk(Matic, 137, '', '')
    }
    return { labels }
  },
}

/** Contracts of others that a bridge calls (exchanges' quoters), and Wormhole's own that other files list. */
const FOREIGN = /^wormhole|quoter/i

export const wormhole: Source = {
  package: '@wormhole-foundation/sdk-base',
  takes: 'Wormhole and Circle CCTP bridges',
  async extract() {
    const labels: LabelFact[] = []
    const kinds = [
      'core',
      'tokenBridge',
      'nftBridge',
      'relayer',
      'tokenBridgeRelayer',
      'portico',
      'executorTokenBridge',
      'circle',
      'tbtc',
    ]
    for (const kind of kinds) {
      const module: Loose = await importFile(`@wormhole-foundation/sdk-base/dist/esm/constants/contracts/${kind}.js`)
      // The same file repeats Wormhole's own relayer and core.
      for (const table of Object.values<Loose>(module))
        for (const [network, chains] of Array.isArray(table) ? table : [])
          for (const [chain, value] of network === 'Mainnet' ? chains : [])
            for (const [key, address] of typeof value === 'string' ? [['', value]] : Object.entries<Loose>(value))
              if (!FOREIGN.test(key))
                labels.push(...bridge(CHAINS_BY_NAME[chain.toLowerCase()], address, nameOf(kind, key)))
    }
    return { labels }
  },
}

function nameOf(kind: string, key: string | undefined): string {
  return kind === 'circle' ? `Circle CCTP ${words(key ?? 'contract')}` : `Wormhole ${words(kind)}`
}

const AXELAR_CHAINS = { ethereum: 1, binance: 56, polygon: 137 } as const
export const axelar: Source = {
  package: '@axelar-network/axelar-chains-config',
  takes: 'Axelar gateways and interchain tokens',
  extract() {
    const { chains } = readJson('@axelar-network/axelar-chains-config/info/mainnet.json')
    const labels: LabelFact[] = []
    for (const [name, chain] of Object.entries(AXELAR_CHAINS))
      for (const [key, { address }] of Object.entries<Loose>(chains[name].contracts)) {
        if (/Gateway|GasService|DepositService|TokenService|TokenFactory/.test(key))
          labels.push(...bridge(chain, address, words(key.replace(/^(?!Axelar)/, 'Axelar '))))
        // Any account can deploy any contract, and have it called, through these.
        if (/Deployer$/.test(key)) labels.push(...bridge(chain, address, `Axelar ${words(key)}`, 'open-executor'))
      }
    return { labels }
  },
}

export const hyperlane: Source = {
  package: '@hyperlane-xyz/registry',
  takes: 'Hyperlane mailboxes and warp routes',
  async extract() {
    const { warpRouteConfigs }: Loose = await importFile('@hyperlane-xyz/registry/dist/warpRouteConfigs.js')
    const { chainAddresses }: Loose = await importFile('@hyperlane-xyz/registry/dist/chainAddresses.js')
    const labels: LabelFact[] = []
    const tokens: TokenFact[] = []
    for (const [name, chain] of Object.entries(CHAINS_BY_NAME))
      for (const key of ['mailbox', 'interchainGasPaymaster', 'merkleTreeHook', 'validatorAnnounce'])
        labels.push(...bridge(chain, chainAddresses[name]?.[key], `Hyperlane ${words(key)}`))
    for (const route of Object.values<Loose>(warpRouteConfigs))
      for (const { chainName, addressOrDenom, symbol, name, decimals, standard } of route.tokens) {
        const chain = CHAINS_BY_NAME[chainName]
        if (chain === undefined || !/^EvmHyp/.test(standard)) continue
        // Any account can open a route: the contract is Hyperlane's, its owner is not. A name, and no voucher.
        labels.push(
          ...bridge(chain, addressOrDenom, `Hyperlane ${symbol} route`).map((label) => ({
            ...label,
            confidence: 'low' as const,
          })),
        )
        if (/^EvmHypSynthetic/.test(standard)) tokens.push({ chain, address: addressOrDenom, symbol, name, decimals })
      }
    return { labels, tokens }
  },
}

export const hop: Source = {
  package: '@hop-protocol/sdk',
  takes: 'Hop bridges, pools and rewards',
  async extract() {
    const module: Loose = await importFile('@hop-protocol/sdk/dist/esm/addresses/index.js')
    const { bridges, rewardsContracts } = (module.addresses ?? module).mainnet
    const labels: LabelFact[] = []
    for (const [symbol, chains] of Object.entries<Loose>(bridges))
      for (const [name, contracts] of Object.entries<Loose>(chains))
        for (const [key, value] of Object.entries(contracts)) {
          const chain = key.startsWith('l1') ? 1 : CHAINS_BY_NAME[name]
          // The messaging bridges that Hop rests on are others'.
          if (/CanonicalToken|canonicalBridge|Amb$/i.test(key) || /Fx|PosPredicate|PosRoot/.test(key)) continue
          const category = /HopBridgeToken|LpToken/.test(key) ? 'token' : /Swap$/.test(key) ? 'defi_protocol' : 'bridge'
          labels.push(
            ...bridge(chain, value, `Hop ${symbol} ${words(key.replace(/^(cctp)?[lL][12]/, '$1'))}`, category),
          )
        }
    for (const [symbol, chains] of Object.entries<Loose>(rewardsContracts))
      for (const [name, list] of Object.entries<Loose>(chains))
        for (const value of list)
          labels.push(...bridge(CHAINS_BY_NAME[name], value, `Hop ${symbol} rewards`, 'defi_protocol'))
    return { labels }
  },
}

export const viemChains: Source = {
  package: 'viem',
  takes: "Rollups' bridges on Ethereum; Multicall3",
  async extract() {
    const chains: Loose = await importFile('viem/_esm/chains/index.js')
    const labels: LabelFact[] = []
    for (const { name, testnet, contracts } of Object.values<Loose>(chains)) {
      if (testnet === true) continue
      for (const [key, title, label] of [
        ['portal', 'Portal', executor],
        ['l1StandardBridge', 'Bridge', bridge],
        ['l1CrossDomainMessenger', 'Messenger', executor],
      ] as const)
        for (const [id, entry] of Object.entries<Loose>(contracts?.[key] ?? {}))
          labels.push(...label(chainOf(id), entry?.address, `${name} ${title}`))
    }
    for (const chain of [chains.mainnet, chains.bsc, chains.polygon])
      labels.push(...bridge(chainOf(chain.id), chain.contracts.multicall3.address, 'Multicall3', 'open-executor'))
    return { labels }
  },
}

export const arbitrum: Source = {
  package: '@arbitrum/sdk',
  takes: 'Arbitrum bridges on Ethereum',
  extract() {
    const text = readText('@arbitrum/sdk/dist/lib/dataEntities/networks.js').replace(/\bsepolia[\s\S]*/, '')
    const labels: LabelFact[] = []
    for (const [, key = '', address] of text.matchAll(
      /(parent\w+Gateway|parentGatewayRouter|bridge|inbox|sequencerInbox|outbox|rollup|l1Teleporter): '(0x[0-9a-fA-F]{40})'/g,
    ))
      labels.push(
        ...(/^(bridge|outbox)$/.test(key) ? executor : bridge)(
          1,
          address,
          `Arbitrum ${words(key.replace(/^parent/, ''))}`,
        ),
      )
    return { labels }
  },
}
