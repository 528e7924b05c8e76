import { CHAINS, type Chain } from '../../risk/chain.ts'
import type { Address, Label } from '../../risk/facts.ts'
import { KNOWN_TOKENS } from './knownTokens.ts'

/** Date of this list, for `intelAsOf`: the newest day on which its sources were compared. */
export const INTEL_AS_OF = '2026-11-21'

type Row = readonly [address: Address, name: string, category: Label['category'], source: string]

// Contracts that CREATE2 or a presigned transaction puts at one address on every chain.
const EVERYWHERE: readonly Row[] = [
  ['0x000000000022d473030f116ddee9f6b43ac78ba3', 'Uniswap Permit2', 'defi_protocol', 'docs.uniswap.org'],
  ['0xca11bde05977b3631167028862be2a173976ca11', 'Multicall3', 'relay', 'multicall3.com'],
  [
    '0x4e59b44847b379578588920ca78fbf26c0b4956c',
    'Deterministic deployment proxy',
    'relay',
    'github.com/Arachnid/deterministic-deployment-proxy',
  ],
  ['0x0000000000000068f116a894984e2db1123eb395', 'OpenSea Seaport 1.6', 'nft_marketplace', 'docs.opensea.io'],
  ['0x00000000000000adc04c56bf30ac9d3c0aaf14dc', 'OpenSea Seaport 1.5', 'nft_marketplace', 'docs.opensea.io'],
  ['0x1e0049783f008a0085193e00003d00cd54003c71', 'OpenSea conduit', 'nft_marketplace', 'docs.opensea.io'],
  ['0x1111111254eeb25477b68fb85ed929f73a960582', '1inch Aggregation Router V5', 'defi_protocol', 'docs.1inch.io'],
  ['0x111111125421ca6dc452d289314280a0f8842a65', '1inch Aggregation Router V6', 'defi_protocol', 'docs.1inch.io'],
  ['0xdef1c0ded9bec7f1a1670819833240f027b25eff', '0x Exchange Proxy', 'defi_protocol', 'docs.0x.org'],
  [
    '0x29fcb43b46531bca003ddc8fcb67ffe91900c762',
    'Safe 1.4.1 singleton (L2)',
    'multisig',
    'github.com/safe-global/safe-deployments',
  ],
  [
    '0x41675c099f32341bf84bfc5382af534df5c7461a',
    'Safe 1.4.1 singleton',
    'multisig',
    'github.com/safe-global/safe-deployments',
  ],
  [
    '0x3e5c63644e683549055b9be8653de26e0b4cd36e',
    'Safe 1.3.0 singleton (L2)',
    'multisig',
    'github.com/safe-global/safe-deployments',
  ],
  [
    '0xd9db270c1b5e3bd161e8c8503c55ceabee709552',
    'Safe 1.3.0 singleton',
    'multisig',
    'github.com/safe-global/safe-deployments',
  ],
  [
    '0x4e1dcf7ad4e460cfd30791ccc4f9c8a4f820ec67',
    'Safe 1.4.1 proxy factory',
    'multisig',
    'github.com/safe-global/safe-deployments',
  ],
  [
    '0xa6b71e26c5e0845f74c812102ca7114b6a896ab2',
    'Safe 1.3.0 proxy factory',
    'multisig',
    'github.com/safe-global/safe-deployments',
  ],
  [
    '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526',
    'Safe 1.4.1 MultiSend',
    'relay',
    'github.com/safe-global/safe-deployments',
  ],
  [
    '0x9641d764fc13c8b624c04430c7356c1c7c8102e2',
    'Safe 1.4.1 MultiSend (calls only)',
    'relay',
    'github.com/safe-global/safe-deployments',
  ],
  [
    '0xa238cbeb142c10ef7ad8442c6d1f9e89e07e7761',
    'Safe 1.3.0 MultiSend',
    'relay',
    'github.com/safe-global/safe-deployments',
  ],
  [
    '0x40a2accbd92bca938b02010e17a5b8929b49130d',
    'Safe 1.3.0 MultiSend (calls only)',
    'relay',
    'github.com/safe-global/safe-deployments',
  ],
  [
    '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
    'ERC-4337 EntryPoint 0.6',
    'relay',
    'github.com/eth-infinitism/account-abstraction',
  ],
  [
    '0x0000000071727de22e5e9d8baf0edac6f37da032',
    'ERC-4337 EntryPoint 0.7',
    'relay',
    'github.com/eth-infinitism/account-abstraction',
  ],
  [
    '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
    'ERC-4337 EntryPoint 0.8',
    'relay',
    'github.com/eth-infinitism/account-abstraction',
  ],
]

const BY_CHAIN: Readonly<Record<Chain, readonly Row[]>> = {
  ethereum: [
    ['0x7a250d5630b4cf539739df2c5dacb4c659f2488d', 'Uniswap V2 Router', 'defi_protocol', 'docs.uniswap.org'],
    ['0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f', 'Uniswap V2 Factory', 'defi_protocol', 'docs.uniswap.org'],
    ['0xe592427a0aece92de3edee1f18e0157c05861564', 'Uniswap V3 Router', 'defi_protocol', 'docs.uniswap.org'],
    ['0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45', 'Uniswap V3 Router 2', 'defi_protocol', 'docs.uniswap.org'],
    ['0x1f98431c8ad98523631ae4a59f267346ea31f984', 'Uniswap V3 Factory', 'defi_protocol', 'docs.uniswap.org'],
    ['0xc36442b4a4522e871399cd717abdd847ab11fe88', 'Uniswap V3 Positions', 'defi_protocol', 'docs.uniswap.org'],
    ['0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad', 'Uniswap Universal Router', 'defi_protocol', 'docs.uniswap.org'],
    ['0x66a9893cc07d91d95644aedd05d03f95e1dba8af', 'Uniswap Universal Router 2', 'defi_protocol', 'docs.uniswap.org'],
    ['0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2', 'Aave V3 Pool', 'defi_protocol', 'aave.com/docs'],
    ['0x7d2768de32b0b80b7a3454c06bdac94a69ddc7a9', 'Aave V2 Lending Pool', 'defi_protocol', 'aave.com/docs'],
    ['0xd01607c3c5ecaba394d8be377a08590149325722', 'Aave V3 Gateway', 'defi_protocol', 'aave.com/docs'],
    ['0xba12222222228d8ba445958a75a0704d566bf2c8', 'Balancer V2 Vault', 'defi_protocol', 'docs.balancer.fi'],
    // Takes stETH in to wrap it: a token and a spender.
    ['0x7f39c581f595b53c5cb19bd0b3f8da6c935e2ca0', 'Lido wstETH', 'defi_protocol', 'docs.lido.fi'],
    ['0x00000000219ab540356cbb839cbe05303d7705fa', 'Beacon deposit contract', 'defi_protocol', 'ethereum.org'],
  ],
  bsc: [
    [
      '0x10ed43c718714eb63d5aa57b78b54704e256024e',
      'PancakeSwap V2 Router',
      'defi_protocol',
      'docs.pancakeswap.finance',
    ],
    [
      '0xca143ce32fe78f1f7019d7d551a6402fc5350c73',
      'PancakeSwap V2 Factory',
      'defi_protocol',
      'docs.pancakeswap.finance',
    ],
    [
      '0x13f4ea83d0bd40e75c8222255bc855a974568dd4',
      'PancakeSwap Smart Router',
      'defi_protocol',
      'docs.pancakeswap.finance',
    ],
    [
      '0x1b81d678ffb9c0263b24a97847620c99d213eb14',
      'PancakeSwap V3 Router',
      'defi_protocol',
      'docs.pancakeswap.finance',
    ],
    ['0xb971ef87ede563556b2ed4b1c0b0019111dd85d2', 'Uniswap V3 Router 2', 'defi_protocol', 'docs.uniswap.org'],
    ['0xdb1d10011ad0ff90774d0c6bb92e5c5c8b4461f7', 'Uniswap V3 Factory', 'defi_protocol', 'docs.uniswap.org'],
    ['0x7b8a01b39d58278b5de7e48c8449c9f4f5170613', 'Uniswap V3 Positions', 'defi_protocol', 'docs.uniswap.org'],
    ['0x6807dc923806fe8fd134338eabca509979a7e0cb', 'Aave V3 Pool', 'defi_protocol', 'aave.com/docs'],
  ],
  polygon: [
    ['0xa5e0829caced8ffdd4de3c43696c57f7d7a678ff', 'QuickSwap V2 Router', 'defi_protocol', 'docs.quickswap.exchange'],
    ['0x5757371414417b8c6caad45baef941abc7d3ab32', 'QuickSwap V2 Factory', 'defi_protocol', 'docs.quickswap.exchange'],
    ['0xf5b509bb0909a69b1c207e495f687a596c168e12', 'QuickSwap V3 Router', 'defi_protocol', 'docs.quickswap.exchange'],
    ['0xe592427a0aece92de3edee1f18e0157c05861564', 'Uniswap V3 Router', 'defi_protocol', 'docs.uniswap.org'],
    ['0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45', 'Uniswap V3 Router 2', 'defi_protocol', 'docs.uniswap.org'],
    ['0x1f98431c8ad98523631ae4a59f267346ea31f984', 'Uniswap V3 Factory', 'defi_protocol', 'docs.uniswap.org'],
    ['0xc36442b4a4522e871399cd717abdd847ab11fe88', 'Uniswap V3 Positions', 'defi_protocol', 'docs.uniswap.org'],
    ['0x794a61358d6845594f94dc1db02a252b5b4814ad', 'Aave V3 Pool', 'defi_protocol', 'aave.com/docs'],
    ['0xba12222222228d8ba445958a75a0704d566bf2c8', 'Balancer V2 Vault', 'defi_protocol', 'docs.balancer.fi'],
  ],
}

let index: Map<string, Label[]> | undefined

/**
 * Labels of famous, immutable protocol contracts and genuine tokens, each with its public source. Protocols only: nobody
 * is accused from this list, and being absent from it says nothing.
 * @param address in any case.
 */
export function labelsOf(chain: Chain, address: Address): Label[] {
  index ??= buildIndex()
  return index.get(`${chain}:${address.toLowerCase()}`) ?? []
}

function buildIndex(): Map<string, Label[]> {
  const labels = new Map<string, Label[]>()
  for (const chain of CHAINS) {
    for (const [address, name, category, source] of [...EVERYWHERE, ...BY_CHAIN[chain]])
      labels.set(`${chain}:${address}`, [{ name, category, source, confidence: 'high' }])
    for (const { address, symbol, name } of KNOWN_TOKENS[chain])
      labels.set(`${chain}:${address}`, [
        { name: `${name} (${symbol})`, category: 'token', source: "issuer's documentation", confidence: 'high' },
        ...(labels.get(`${chain}:${address}`) ?? []),
      ])
  }
  return labels
}
