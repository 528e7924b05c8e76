import { type NetworkDefinition, PANCAKE_V3_FEES, UNISWAP_V3_FEES } from './definition.ts'

/**
 * An OP-stack rollup on Ethereum. Experimental: no recorded transaction of it was replayed; B20 tokens (Beryl, June 2026) are
 * precompiles of its own client, which anvil does not have.
 */
export const base: NetworkDefinition = {
  id: 'base',
  chainId: 8453,
  name: 'Base',
  status: 'experimental',
  coin: { symbol: 'ETH', names: [['ETH', 'Ether']], price: 'ETH', logs: null },
  // WETH is a predeploy (docs.base.org "Base contracts", OP-stack specification); USDC: developers.circle.com; USDT: the Uniswap
  // and Superchain token lists.
  quoteTokens: [
    { address: '0x4200000000000000000000000000000000000006', symbol: 'WETH', decimals: 18 },
    { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', symbol: 'USDC', decimals: 6 },
    { address: '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2', symbol: 'USDT', decimals: 6 },
  ],
  // The same; DAI and USDbC: the Superchain token list; cbBTC: coinbase.com. Each also in applications' published address lists.
  tokens: [
    { address: '0x4200000000000000000000000000000000000006', symbol: 'WETH', name: 'Wrapped Ether', follows: 'ETH' },
    { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', symbol: 'USDC', name: 'USD Coin', follows: 'USDC' },
    { address: '0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA', symbol: 'USDbC', name: 'USD Base Coin', follows: 'USDC' },
    { address: '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2', symbol: 'USDT', name: 'Tether USD', follows: 'USDT' },
    { address: '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb', symbol: 'DAI', name: 'Dai Stablecoin', follows: 'DAI' },
    {
      address: '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf',
      symbol: 'cbBTC',
      name: 'Coinbase Wrapped BTC',
      follows: 'BTC',
    },
  ],
  // Offered where the operator has an endpoint.
  rpc: { variable: 'BASE_RPC_URLS', publicUrls: [] },
  // 0.2 s since Denim, 2026-11-05 18:00 UTC (docs.base.org "Denim", docs.chainstack.com "Base Denim: 200 ms blocks"); 2 s before it.
  // A header still says whole seconds.
  blocks: {
    seconds: 1n,
    inHalfAnHour: 9_000n,
    inAnHour: 18_000n,
    inADay: 432_000n,
    inAWeek: 3_024_000n,
    maxAgeSeconds: 120,
  },
  // One sequencer: blocks are taken back with a reorganisation of Ethereum, which is rare. 1,024 blocks are 3.4 minutes.
  watch: { pollMs: 300, staleMs: 10_000, keptBlocks: 1_024, confirmations: 5 },
  // Canyon, Ecotone, Isthmus: ethereum-optimism/superchain-registry `superchain/configs/mainnet/base.toml` and base/base
  // `crates/alloy/hardforks/src/mainnet.rs`. Azul has the rules of Osaka: docs.base.org "Azul", its specification and node upgrade
  // pages. Fjord (P256VERIFY), Granite, Holocene and Jovian (fees) change no opcode, so anvil has no rules of their own for them.
  forks: [
    { name: 'osaka', from: { timestamp: 1_779_991_200n } },
    { name: 'prague', from: { timestamp: 1_746_806_401n } },
    { name: 'cancun', from: { timestamp: 1_710_374_401n } },
    { name: 'shanghai', from: { timestamp: 1_704_992_401n } },
    { name: 'paris', from: { number: 0n } },
  ],
  nextFork: { name: 'amsterdam', from: null },
  // Elasticity: superchain-registry; denominator 125 since February 2026: docs.base.org "Configuration changelog". The operator may
  // change both (Holocene). Deposits carry no blobs: OP-stack specification, "Ecotone".
  fees: {
    baseFeeChangeDenominator: 125n,
    elasticity: 6n,
    usualTip: 3_000_000_000n,
    blobs: false,
    data: 'op-stack',
    besidesGas:
      'Base adds a fee for publishing the transaction on Ethereum (GasPriceOracle 0x420000000000000000000000000000000000000F); it is not part of this gas.',
  },
  // That of the Ethereum block that the sequencer follows: OP-stack specification, "Derivation".
  randomness: 'random',
  // As Ethereum; P256VERIFY since Fjord.
  precompiles: [
    [0x1n, 0x11n],
    [0x100n, 0x100n],
  ],
  // "The Base sequencer mempool … is and remains private": base-l2.statuspage.io, 2023-08-19; docs.base.org "Transaction ordering".
  publicMempool: false,
  stateSync: false,
  // Uniswap: docs.base.org "Ecosystem contracts", docs.uniswap.org. PancakeSwap V2: developer.pancakeswap.finance; V3: the same address
  // on every network by its deployer, as in the pancakeswap-sdk crate. Aerodrome is left out: its factory asks for a third word
  // (`getPool(a, b, stable)`), and its pools have other fees.
  factories: [
    { exchange: 'Uniswap V2', style: 'v2', factory: '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6', fees: [] },
    {
      exchange: 'Uniswap V3',
      style: 'v3',
      factory: '0x33128a8fC17869897dcE68Ed026d694621f6FDfD',
      fees: UNISWAP_V3_FEES,
    },
    { exchange: 'PancakeSwap V2', style: 'v2', factory: '0x02a84c1b3BBD7401a5f7fa98a384EBC70bB5749E', fees: [] },
    {
      exchange: 'PancakeSwap V3',
      style: 'v3',
      factory: '0x0BFbCF9fa4f9C56B0F40a671Ad40E0805A091865',
      fees: PANCAKE_V3_FEES,
    },
  ],
  // The same pages. Of Uniswap V3 there is only SwapRouter02.
  routers: {
    '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6': '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
    '0x33128a8fC17869897dcE68Ed026d694621f6FDfD': '0x2626664c2603336E57B271c5C0b26F421741e481',
    '0x02a84c1b3BBD7401a5f7fa98a384EBC70bB5749E': '0x8cFe327CEc66d1C090Dd72bd0FF11d690C33a2Eb',
    '0x0BFbCF9fa4f9C56B0F40a671Ad40E0805A091865': '0x1b81D678ffb9C0263b24A97847620C99d213eB14',
  },
  // Uniswap (docs.base.org "Ecosystem contracts"), PancakeSwap.
  positionManagers: ['0x03a520b32C04BF3bEEf7BEb72E919cf822Ed34f1', '0x46A15B0b27311cedF172AB29E4f4766fbE7F4364'],
  // None confirmed by two sources.
  lockers: {},
  // docs.chain.link "Price feed contract addresses"; each also in lending protocols' published configurations.
  priceFeeds: {
    ETH: '0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70',
    BTC: '0x64c911996D3c6aC71f9b455B1E8E7266BcbD848F',
    USDC: '0x7e860098F58bBFC8648a4311b374B1D669a2bc6B',
    USDT: '0xf19d560eB8d2ADf07BD6D13ed03e1D11215721F9',
    DAI: '0x591e79239a7d679378eC8c847e5038150364C78F',
  },
  // An address of its own: go.chainalysis.com/chainalysis-oracle-docs.html.
  sanctionsOracle: '0x3A91A31cB3dC49b4db9Ce721F50a9D076c8D739B',
  // Circle's FiatToken. USDT here is the standard bridge's token, which has no list.
  freezeLists: [{ symbol: 'USDC', token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', ask: 'isBlacklisted' }],
}
