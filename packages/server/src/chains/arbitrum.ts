import { type NetworkDefinition, PANCAKE_V3_FEES, UNISWAP_V3_FEES } from './definition.ts'

/**
 * A Nitro rollup on Ethereum. Experimental: no recorded transaction of it was replayed; its own precompiles (ArbSys at 0x64 and those after
 * it) are not in anvil, so that a call of them halts; contracts in WASM (Stylus) do not run; and NUMBER answers a block of Ethereum there.
 */
export const arbitrum: NetworkDefinition = {
  id: 'arbitrum',
  chainId: 42_161,
  name: 'Arbitrum One',
  status: 'experimental',
  coin: { symbol: 'ETH', names: [['ETH', 'Ether']], price: 'ETH', logs: null },
  // WETH: docs.arbitrum.io "Contract addresses"; USDC: developers.circle.com; USDT: docs.usdt0.to.
  quoteTokens: [
    { address: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1', symbol: 'WETH', decimals: 18 },
    { address: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', symbol: 'USDC', decimals: 6 },
    { address: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', symbol: 'USDT', decimals: 6 },
  ],
  // The same, and the default lists of Arbitrum's bridge; each also in applications' published address lists.
  tokens: [
    { address: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1', symbol: 'WETH', name: 'Wrapped Ether', follows: 'ETH' },
    { address: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', symbol: 'USDC', name: 'USD Coin', follows: 'USDC' },
    {
      address: '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8',
      symbol: 'USDC.e',
      name: 'Bridged USDC',
      follows: 'USDC',
    },
    { address: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', symbol: 'USDT', name: 'Tether USD', follows: 'USDT' },
    { address: '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', symbol: 'DAI', name: 'Dai Stablecoin', follows: 'DAI' },
    { address: '0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f', symbol: 'WBTC', name: 'Wrapped BTC', follows: 'BTC' },
    { address: '0x912CE59144191C1204E64559FE8253a0e49E6548', symbol: 'ARB', name: 'Arbitrum', follows: null },
  ],
  // Offered where the operator has an endpoint.
  rpc: { variable: 'ARBITRUM_RPC_URLS', publicUrls: [] },
  // A quarter of a second: docs.arbitrum.io "Block numbers and time". A header says whole seconds.
  blocks: {
    seconds: 1n,
    inHalfAnHour: 7_200n,
    inAnHour: 14_400n,
    inADay: 345_600n,
    inAWeek: 2_419_200n,
    maxAgeSeconds: 120,
  },
  // One sequencer. 1,024 blocks are four minutes.
  watch: { pollMs: 300, staleMs: 10_000, keptBlocks: 1_024, confirmations: 5 },
  // ArbOS 11 and 20: the hardfork tables of alloy and reth. ArbOS 40: ArbitrumFoundation/governance pull request 342. ArbOS 51:
  // docs.arbitrum.io, on 8 January 2026 at a time that is not said; the end of that day. ArbOS 61 (August 2026) changes refunds and Stylus.
  forks: [
    { name: 'osaka', from: { timestamp: 1_767_916_800n } },
    { name: 'prague', from: { timestamp: 1_750_176_000n } },
    { name: 'cancun', from: { timestamp: 1_710_424_089n } },
    { name: 'shanghai', from: { timestamp: 1_708_804_873n } },
    { name: 'paris', from: { number: 0n } },
  ],
  nextFork: { name: 'amsterdam', from: null },
  // ArbOS moves the base fee by the backlog, not by the last block: docs.arbitrum.io "Gas and fees". These bounds are those of
  // Ethereum, and wide enough. A tip is not paid for order.
  fees: {
    baseFeeChangeDenominator: 8n,
    elasticity: 2n,
    usualTip: 100_000_000n,
    blobs: false,
    data: 'arbitrum',
    besidesGas:
      'Arbitrum charges for publishing the transaction on Ethereum, as gas on top of this gas (NodeInterface.gasEstimateL1Component).',
  },
  // Always 1: docs.arbitrum.io "Solidity support". A constant is no randomness.
  randomness: 'difficulty',
  // As Ethereum; ArbSys (0x64) to ArbNativeTokenManager (0x73).
  precompiles: [
    [0x1n, 0x11n],
    [0x64n, 0x73n],
    [0x100n, 0x100n],
  ],
  // docs.arbitrum.io "Sequencer": first come, first served, without a public list of pending transactions.
  publicMempool: false,
  stateSync: false,
  // docs.uniswap.org, docs.sushi.com, developer.pancakeswap.finance, deployment pages.
  factories: [
    { exchange: 'Uniswap V2', style: 'v2', factory: '0xf1D7CC64Fb4452F05c498126312eBE29f30Fbcf9', fees: [] },
    { exchange: 'SushiSwap', style: 'v2', factory: '0xc35DADB65012eC5796536bD9864eD8773aBc74C4', fees: [] },
    {
      exchange: 'Uniswap V3',
      style: 'v3',
      factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
      fees: UNISWAP_V3_FEES,
    },
    {
      exchange: 'PancakeSwap V3',
      style: 'v3',
      factory: '0x0BFbCF9fa4f9C56B0F40a671Ad40E0805A091865',
      fees: PANCAKE_V3_FEES,
    },
  ],
  // The same pages.
  routers: {
    '0xf1D7CC64Fb4452F05c498126312eBE29f30Fbcf9': '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
    '0xc35DADB65012eC5796536bD9864eD8773aBc74C4': '0x1b02dA8Cb0d097eB8D57A175b88c7D8b47997506',
    '0x1F98431c8aD98523631AE4a59f267346ea31F984': '0xE592427A0AEce92De3Edee1F18E0157C05861564',
    '0x0BFbCF9fa4f9C56B0F40a671Ad40E0805A091865': '0x1b81D678ffb9C0263b24A97847620C99d213eB14',
  },
  // Uniswap, PancakeSwap: the same pages.
  positionManagers: ['0xC36442b4a4522E871399CD717aBDD847Ab11FE88', '0x46A15B0b27311cedF172AB29E4f4766fbE7F4364'],
  // None confirmed by two sources.
  lockers: {},
  // docs.chain.link "Price feed contract addresses"; each also in lending protocols' published configurations.
  priceFeeds: {
    ETH: '0x639Fe6ab55C921f74e7fac1ee960C0B6293ba612',
    BTC: '0x6ce185860a4963106506C203335A2910413708e9',
    USDC: '0x50834F3163758fcC1Df9973b6e91f0F0F0434aD3',
    USDT: '0x3f3f5dF88dC9F13eac63DF89EC16ef6e7E25DdE7',
    DAI: '0xc5C8E77B397E531B8EC06BFb0048328B30E9eCfB',
  },
  // go.chainalysis.com/chainalysis-oracle-docs.html
  sanctionsOracle: '0x40C57923924B5c5c5455c48D93317139ADDaC8fb',
  // Circle's FiatToken; Tether's USDT0 (WithBlockedList).
  freezeLists: [
    { symbol: 'USDC', token: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', ask: 'isBlacklisted' },
    { symbol: 'USDT', token: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', ask: 'isBlocked', unsure: true },
  ],
}
