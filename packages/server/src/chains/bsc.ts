import { type NetworkDefinition, PANCAKE_V3_FEES, UNISWAP_V3_FEES } from './definition.ts'

export const bsc: NetworkDefinition = {
  id: 'bsc',
  chainId: 56,
  name: 'BNB Smart Chain',
  status: 'stable',
  coin: { symbol: 'BNB', names: [['BNB', 'BNB']], price: 'BNB', logs: null },
  // The wrapped coin and the large dollar tokens; decimals as the issuers deployed them.
  quoteTokens: [
    { address: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c', symbol: 'WBNB', decimals: 18 },
    { address: '0x55d398326f99059fF775485246999027B3197955', symbol: 'USDT', decimals: 18 },
    { address: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', symbol: 'USDC', decimals: 18 },
  ],
  // Each issuer's own documentation (circle.com, tether.to, makerdao.com, wbtc.network, lido.fi, bnbchain.org,
  // polygon.technology), as in the Uniswap and PancakeSwap default lists.
  tokens: [
    { address: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c', symbol: 'WBNB', name: 'Wrapped BNB', follows: 'BNB' },
    { address: '0x55d398326f99059fF775485246999027B3197955', symbol: 'USDT', name: 'Tether USD', follows: 'USDT' },
    { address: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', symbol: 'USDC', name: 'USD Coin', follows: 'USDC' },
    { address: '0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3', symbol: 'DAI', name: 'Dai Token', follows: 'DAI' },
    { address: '0x2170Ed0880ac9A755fd29B2688956BD959F933F8', symbol: 'ETH', name: 'Ethereum Token', follows: 'ETH' },
    { address: '0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c', symbol: 'BTCB', name: 'BTCB Token', follows: 'BTC' },
    { address: '0x0E09FaBB73Bd3Ade0a17ECC321fD13a19e81cE82', symbol: 'Cake', name: 'PancakeSwap Token', follows: null },
  ],
  // As viem's `chains` lists it.
  rpc: { variable: 'BSC_RPC_URLS', publicUrls: ['https://56.rpc.thirdweb.com'] },
  // A day has blocks of 0.45 s (Fermi); the other figures count with the 0.75 s before it.
  blocks: {
    seconds: 1n,
    inHalfAnHour: 2_400n,
    inAnHour: 4_800n,
    inADay: 192_000n,
    inAWeek: 806_400n,
    maxAgeSeconds: 120,
  },
  // Final after 3 blocks; reorganisations were deeper.
  watch: { pollMs: 300, staleMs: 5_000, keptBlocks: 256, confirmations: 2 },
  // bsc `params/config.go`. A sandbox chain has low numbers and modern times.
  forks: [
    { name: 'prague', from: { timestamp: 1_742_436_600n } },
    { name: 'cancun', from: { timestamp: 1_718_863_500n } },
    { name: 'shanghai', from: { timestamp: 1_705_996_800n } },
    { name: 'london', from: { number: 0n } },
  ],
  nextFork: { name: 'osaka', from: null },
  // The base fee stays at zero. Blobs: BEP-336.
  fees: {
    baseFeeChangeDenominator: 8n,
    elasticity: 2n,
    usualTip: 5_000_000_000n,
    blobs: true,
    data: null,
    besidesGas: null,
  },
  randomness: 'difficulty',
  // As Ethereum; 0x64-0x69: BEP-126 and others.
  precompiles: [
    [0x1n, 0x11n],
    [0x64n, 0x69n],
    [0x100n, 0x100n],
  ],
  publicMempool: true,
  stateSync: false,
  // docs.uniswap.org, docs.pancakeswap.finance, docs.sushi.com, docs.quickswap.exchange, deployment pages.
  factories: [
    { exchange: 'PancakeSwap V2', style: 'v2', factory: '0xcA143Ce32Fe78f1f7019d7d551a6402fC5350c73', fees: [] },
    {
      exchange: 'PancakeSwap V3',
      style: 'v3',
      factory: '0x0BFbCF9fa4f9C56B0F40a671Ad40E0805A091865',
      fees: PANCAKE_V3_FEES,
    },
    {
      exchange: 'Uniswap V3',
      style: 'v3',
      factory: '0xdB1d10011AD0Ff90774D0C6Bb92e5C5c8b4461F7',
      fees: UNISWAP_V3_FEES,
    },
  ],
  // The same pages, and docs.biswap.org.
  routers: {
    '0xcA143Ce32Fe78f1f7019d7d551a6402fC5350c73': '0x10ED43C718714eb63d5aA57B78B54704E256024E',
    '0x858E3312ed3A876947EA49d572A7C42DE08af7EE': '0x3a6d8cA21D1CF76F653A67577FA0D27453350dD8',
    '0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6': '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24',
    '0xc35DADB65012eC5796536bD9864eD8773aBc74C4': '0x1b02dA8Cb0d097eB8D57A175b88c7D8b47997506',
    '0xdB1d10011AD0Ff90774D0C6Bb92e5C5c8b4461F7': '0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2',
    '0x0BFbCF9fa4f9C56B0F40a671Ad40E0805A091865': '0x1b81D678ffb9C0263b24A97847620C99d213eB14',
  },
  // PancakeSwap, Uniswap: docs.pancakeswap.finance, docs.uniswap.org, deployment pages.
  positionManagers: ['0x46A15B0b27311cedF172AB29E4f4766fbE7F4364', '0x7b8A01B39D58278b5DE7e48c8449c9f4F5170613'],
  // docs.uncx.network ("Token Vesting", contracts) and the factory-to-locker map of UNCX's application; DefiLlama's adapters of
  // Team Finance and PinkSale, whose totals come from these contracts.
  lockers: {
    '0xC765bddB93b0D1c1A88282BA0fa6B2d00E3e0c83': 'UNCX (PancakeSwap V2)',
    '0xeaEd594B5926A7D5FBBC61985390BaAf936a6b8d': 'UNCX vesting',
    '0x7f3f9f4ED8987B78adC448a840169A0FD5AFFAAB': 'UNCX vesting',
    '0x0C89C0407775dd89b12918B9c0aa42Bf96518820': 'Team Finance',
    '0x7536592bb74b5d62eB82e8b93b17eed4eed9A85c': 'Team Finance',
    '0x407993575c91ce7643a4d4cCACc9A98c36eE1BBE': 'PinkLock',
    '0x7ee058420e5937496F5a2096f04caA7721cF70cc': 'PinkLock',
  },
  // data.chain.link, docs.chain.link "Price feed contract addresses".
  priceFeeds: {
    BNB: '0x0567F2323251f0Aab15c8dFb1967E4e8A7D42aeE',
    ETH: '0x9ef1B8c0E4F7dc8bF5719Ea496883DC6401d5b2e',
    BTC: '0x264990fbd0A4796A3E3d8E37C4d5F87a3aCa5Ebf',
    USDC: '0x51597f405303C4377E36123cBc172b13269EA163',
    USDT: '0xB97Ad0E74fa7d920791E90258A6E2085088b4320',
    DAI: '0x132d3C0B1D2cEa0BC552588063bdBb210FDeecfA',
  },
  // go.chainalysis.com/chainalysis-oracle-docs.html
  sanctionsOracle: '0x40C57923924B5c5c5455c48D93317139ADDaC8fb',
  // The dollars here are another company's copies and have no such list.
  freezeLists: [],
}
