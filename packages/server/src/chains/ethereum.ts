import { type NetworkDefinition, PANCAKE_V3_FEES, UNISWAP_V3_FEES } from './definition.ts'

export const ethereum: NetworkDefinition = {
  id: 'ethereum',
  chainId: 1,
  name: 'Ethereum',
  status: 'stable',
  coin: { symbol: 'ETH', names: [['ETH', 'Ether']], price: 'ETH', logs: null },
  // The wrapped coin and the large dollar tokens; decimals as the issuers deployed them.
  quoteTokens: [
    { address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', symbol: 'WETH', decimals: 18 },
    { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', symbol: 'USDC', decimals: 6 },
    { address: '0xdAC17F958D2ee523a2206206994597C13D831ec7', symbol: 'USDT', decimals: 6 },
    { address: '0x6B175474E89094C44Da98b954EedeAC495271d0F', symbol: 'DAI', decimals: 18 },
  ],
  // Each issuer's own documentation (circle.com, tether.to, makerdao.com, wbtc.network, lido.fi, bnbchain.org,
  // polygon.technology), as in the Uniswap and PancakeSwap default lists.
  tokens: [
    { address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', symbol: 'WETH', name: 'Wrapped Ether', follows: 'ETH' },
    { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', symbol: 'USDC', name: 'USD Coin', follows: 'USDC' },
    { address: '0xdAC17F958D2ee523a2206206994597C13D831ec7', symbol: 'USDT', name: 'Tether USD', follows: 'USDT' },
    { address: '0x6B175474E89094C44Da98b954EedeAC495271d0F', symbol: 'DAI', name: 'Dai Stablecoin', follows: 'DAI' },
    { address: '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', symbol: 'WBTC', name: 'Wrapped BTC', follows: 'BTC' },
    { address: '0x514910771AF9Ca656af840dff83E8264EcF986CA', symbol: 'LINK', name: 'ChainLink Token', follows: 'LINK' },
    {
      address: '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84',
      symbol: 'stETH',
      name: 'Lido Staked Ether',
      follows: 'STETH',
    },
    {
      address: '0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0',
      symbol: 'wstETH',
      name: 'Wrapped liquid staked Ether 2.0',
      follows: null,
    },
    { address: '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984', symbol: 'UNI', name: 'Uniswap', follows: null },
    { address: '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9', symbol: 'AAVE', name: 'Aave Token', follows: null },
    { address: '0x95aD61b0a150d79219dCF64E1E6Cc01f0B64C4cE', symbol: 'SHIB', name: 'SHIBA INU', follows: null },
  ],
  // As viem's `chains` lists it.
  rpc: { variable: 'ETHEREUM_RPC_URLS', publicUrls: ['https://ethereum.reth.rs/rpc'] },
  // Slots of 12 s.
  blocks: { seconds: 12n, inHalfAnHour: 150n, inAnHour: 300n, inADay: 7_200n, inAWeek: 50_400n, maxAgeSeconds: 300 },
  // Final after 64 blocks.
  watch: { pollMs: 1_500, staleMs: 30_000, keptBlocks: 128, confirmations: 1 },
  // EIP-7607 (Fusaka), EIP-7600, EIP-7569, go-ethereum `params/config.go`.
  forks: [
    { name: 'osaka', from: { timestamp: 1_764_798_551n } },
    { name: 'prague', from: { timestamp: 1_746_612_311n } },
    { name: 'cancun', from: { timestamp: 1_710_338_135n } },
    { name: 'shanghai', from: { timestamp: 1_681_338_455n } },
    { name: 'paris', from: { number: 15_537_394n } },
    { name: 'grayglacier', from: { number: 15_050_000n } },
    { name: 'arrowglacier', from: { number: 13_773_000n } },
    { name: 'london', from: { number: 12_965_000n } },
    { name: 'berlin', from: { number: 12_244_000n } },
    { name: 'muirglacier', from: { number: 9_200_000n } },
    { name: 'istanbul', from: { number: 9_069_000n } },
    { name: 'petersburg', from: { number: 7_280_000n } },
    { name: 'byzantium', from: { number: 4_370_000n } },
    { name: 'spuriousdragon', from: { number: 2_675_000n } },
    { name: 'tangerine', from: { number: 2_463_000n } },
    { name: 'homestead', from: { number: 1_150_000n } },
    { name: 'frontier', from: { number: 0n } },
  ],
  nextFork: { name: 'amsterdam', from: null },
  // EIP-1559, EIP-4844.
  fees: {
    baseFeeChangeDenominator: 8n,
    elasticity: 2n,
    usualTip: 3_000_000_000n,
    blobs: true,
    data: null,
    besidesGas: null,
  },
  randomness: 'random',
  // To BLS12-381 (EIP-2537); P256VERIFY (RIP-7212, EIP-7951).
  precompiles: [
    [0x1n, 0x11n],
    [0x100n, 0x100n],
  ],
  publicMempool: true,
  stateSync: false,
  // docs.uniswap.org, docs.pancakeswap.finance, docs.sushi.com, docs.quickswap.exchange, deployment pages.
  factories: [
    { exchange: 'Uniswap V2', style: 'v2', factory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f', fees: [] },
    { exchange: 'SushiSwap', style: 'v2', factory: '0xC0AEe478e3658e2610c5F7A4A2E1777cE9e4f2Ac', fees: [] },
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
  // The same pages, and docs.biswap.org.
  routers: {
    '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f': '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
    '0xC0AEe478e3658e2610c5F7A4A2E1777cE9e4f2Ac': '0xd9e1cE17f2641f24aE83637ab66a2cca9C378B9F',
    '0x1097053Fd2ea711dad45caCcc45EfF7548fCB362': '0xEfF92A263d31888d860bD50809A8D171709b7b1c',
    '0x1F98431c8aD98523631AE4a59f267346ea31F984': '0xE592427A0AEce92De3Edee1F18E0157C05861564',
    '0x0BFbCF9fa4f9C56B0F40a671Ad40E0805A091865': '0x1b81D678ffb9C0263b24A97847620C99d213eB14',
  },
  // Uniswap, PancakeSwap: docs.uniswap.org, docs.pancakeswap.finance, deployment pages.
  positionManagers: ['0xC36442b4a4522E871399CD717aBDD847Ab11FE88', '0x46A15B0b27311cedF172AB29E4f4766fbE7F4364'],
  // docs.uncx.network ("Token Vesting", contracts) and the factory-to-locker map of UNCX's application; DefiLlama's adapters of
  // Team Finance and PinkSale, whose totals come from these contracts.
  lockers: {
    '0x663A5C229c09b049E36dCc11a9B0d4a8Eb9db214': 'UNCX (Uniswap V2)',
    '0xED9180976c2a4742C7A57354FD39d8BEc6cbd8AB': 'UNCX (SushiSwap)',
    '0xFD235968e65B0990584585763f837A5b5330e6DE': 'UNCX (Uniswap V3)',
    '0x7f5C649856F900d15C83741f45AE46f5C6858234': 'UNCX (Uniswap V3)',
    '0xDba68f07d1b7Ca219f78ae8582C213d975c25cAf': 'UNCX vesting',
    '0xA98F06312b7614523d0f5e725e15fd20fB1b99F5': 'UNCX vesting',
    '0xE2fE530C047f2d85298b07D9333C05737f1435fB': 'Team Finance',
    '0xDBF72370021baBAfbCeb05aB10f99Ad275c6220A': 'Team Finance',
    '0xC77aab3c6D7dAb46248F3CC3033C856171878BD5': 'Team Finance',
    '0x71B5759d73262FBb223956913ecF4ecC51057641': 'PinkLock',
    '0x33d4cC8716Beb13F814F538Ad3b2de3b036f5e2A': 'PinkLock',
  },
  // data.chain.link, docs.chain.link "Price feed contract addresses".
  priceFeeds: {
    ETH: '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419',
    BTC: '0xF4030086522a5bEEa4988F8cA5B36dbC97BeE88c',
    BNB: '0x14e613AC84a31f709eadbdF89C6CC390fDc9540A',
    USDC: '0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6',
    USDT: '0x3E7d1eAB13ad0104d2750B8863b489D65364e32D',
    DAI: '0xAed0c38402a5d19df6E4c03F4E2DceD6e29c1ee9',
    LINK: '0x2c1d072e956AFFC0D435Cb7AC38EF18d24d9127c',
    STETH: '0xCfE54B5cD566aB89272946F602D76Ea879CAb4a8',
  },
  // go.chainalysis.com/chainalysis-oracle-docs.html
  sanctionsOracle: '0x40C57923924B5c5c5455c48D93317139ADDaC8fb',
  // Tether's TetherToken; Circle's FiatToken (github.com/circlefin/stablecoin-evm).
  freezeLists: [
    { symbol: 'USDT', token: '0xdAC17F958D2ee523a2206206994597C13D831ec7', ask: 'isBlackListed' },
    { symbol: 'USDC', token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', ask: 'isBlacklisted' },
  ],
}
