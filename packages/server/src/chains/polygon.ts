import { type NetworkDefinition, UNISWAP_V3_FEES } from './definition.ts'

export const polygon: NetworkDefinition = {
  id: 'polygon',
  chainId: 137,
  name: 'Polygon',
  status: 'stable',
  coin: {
    symbol: 'POL',
    // Renamed in 2024; people know both.
    names: [
      ['POL', 'Polygon Ecosystem Token'],
      ['MATIC', 'Matic'],
    ],
    price: 'POL',
    // Logs every movement of the coin in receipts.
    logs: '0x0000000000000000000000000000000000001010',
  },
  // The wrapped coin and the large dollar tokens; decimals as the issuers deployed them.
  quoteTokens: [
    { address: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270', symbol: 'WPOL', decimals: 18 },
    { address: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', symbol: 'USDC', decimals: 6 },
    { address: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', symbol: 'USDT', decimals: 6 },
  ],
  // Each issuer's own documentation (circle.com, tether.to, makerdao.com, wbtc.network, lido.fi, bnbchain.org,
  // polygon.technology), as in the Uniswap and PancakeSwap default lists.
  tokens: [
    { address: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270', symbol: 'WPOL', name: 'Wrapped POL', follows: 'POL' },
    { address: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', symbol: 'USDC', name: 'USD Coin', follows: 'USDC' },
    {
      address: '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174',
      symbol: 'USDC.e',
      name: 'USD Coin (PoS)',
      follows: 'USDC',
    },
    { address: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', symbol: 'USDT', name: 'Tether USD', follows: 'USDT' },
    { address: '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063', symbol: 'DAI', name: 'Dai Stablecoin', follows: 'DAI' },
    { address: '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619', symbol: 'WETH', name: 'Wrapped Ether', follows: 'ETH' },
    { address: '0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6', symbol: 'WBTC', name: 'Wrapped BTC', follows: 'BTC' },
  ],
  // As viem's `chains` lists it.
  rpc: { variable: 'POLYGON_RPC_URLS', publicUrls: ['https://polygon.drpc.org'] },
  // Blocks of 2 to 2.1 s.
  blocks: { seconds: 2n, inHalfAnHour: 850n, inAnHour: 1_700n, inADay: 43_200n, inAWeek: 288_000n, maxAgeSeconds: 180 },
  // Reorganisations reached 157 blocks.
  watch: { pollMs: 750, staleMs: 10_000, keptBlocks: 512, confirmations: 3 },
  // bor `builder/files/genesis-mainnet-v1.json`.
  forks: [
    { name: 'prague', from: { timestamp: 1_751_400_000n } },
    { name: 'cancun', from: { timestamp: 1_710_936_000n } },
    { name: 'shanghai', from: { timestamp: 1_701_300_000n } },
    { name: 'london', from: { number: 0n } },
  ],
  nextFork: { name: 'osaka', from: null },
  // PIP-58 raised the denominator to 64. No blob transactions.
  fees: {
    baseFeeChangeDenominator: 64n,
    elasticity: 2n,
    usualTip: 60_000_000_000n,
    blobs: false,
    data: null,
    besidesGas: null,
  },
  randomness: 'difficulty',
  // As Ethereum.
  precompiles: [
    [0x1n, 0x11n],
    [0x100n, 0x100n],
  ],
  publicMempool: true,
  stateSync: true,
  // docs.uniswap.org, docs.pancakeswap.finance, docs.sushi.com, docs.quickswap.exchange, deployment pages.
  factories: [
    { exchange: 'QuickSwap V2', style: 'v2', factory: '0x5757371414417b8C6CAad45bAeF941aBc7d3Ab32', fees: [] },
    { exchange: 'SushiSwap', style: 'v2', factory: '0xc35DADB65012eC5796536bD9864eD8773aBc74C4', fees: [] },
    {
      exchange: 'Uniswap V3',
      style: 'v3',
      factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
      fees: UNISWAP_V3_FEES,
    },
  ],
  // The same pages, and docs.biswap.org.
  routers: {
    '0x5757371414417b8C6CAad45bAeF941aBc7d3Ab32': '0xa5E0829CaCEd8fFDD4De3c43696c57F7D7A678ff',
    '0xc35DADB65012eC5796536bD9864eD8773aBc74C4': '0x1b02dA8Cb0d097eB8D57A175b88c7D8b47997506',
    '0xCf083Be4164828f00cAE704EC15a36D711491284': '0xC0788A3aD43d79aa53B09c2EaCc313A787d1d607',
    '0xE7Fb3e833eFE5F9c441105EB65Ef8b261266423B': '0xA102072A4C07F06EC3B4900FDC4C7B80b6c57429',
    '0x1F98431c8aD98523631AE4a59f267346ea31F984': '0xE592427A0AEce92De3Edee1F18E0157C05861564',
  },
  // Uniswap: docs.uniswap.org, deployment page.
  positionManagers: ['0xC36442b4a4522E871399CD717aBDD847Ab11FE88'],
  // docs.uncx.network ("Token Vesting", contracts) and the factory-to-locker map of UNCX's application; DefiLlama's adapters of
  // Team Finance and PinkSale, whose totals come from these contracts.
  lockers: {
    '0xaDB2437e6F65682B85F814fBc12FeC0508A7B1D0': 'UNCX (QuickSwap)',
    '0x2621816bE08E4279Cf881bc640bE4089BfAf491a': 'UNCX vesting',
    '0x09e9f68F72917984e333BD2E18Adae5fAFf97587': 'UNCX vesting',
    '0x3eF7442dF454bA6b7C1deEc8DdF29Cfb2d6e56c7': 'Team Finance',
    '0x586c21A779C24eFd2a8aF33C9F7Df2a2EA9aF55c': 'Team Finance',
    '0x6C9A0D8B1c7a95a323d744dE30cf027694710633': 'PinkLock',
    '0x5fb71Dbf7248a01bf96cE2AB2DA34EEAbE58c261': 'PinkLock',
  },
  // data.chain.link, docs.chain.link "Price feed contract addresses".
  priceFeeds: {
    POL: '0xAB594600376Ec9fD91F8e885dADF0CE036862dE0',
    ETH: '0xF9680D99D6C9589e2a93a78A04A279e509205945',
    BTC: '0xc907E116054Ad103354f2D350FD2514433D57F6f',
    USDC: '0xfE4A8cc5b5B2366C1B58Bea3858e81843581b2F7',
    USDT: '0x0A6513e40db6EB1b165753AD52E80663aeA50545',
    DAI: '0x4746DeC9e833A82EC7C2C1356372CcF2cfcD2F3D',
  },
  // go.chainalysis.com/chainalysis-oracle-docs.html
  sanctionsOracle: '0x40C57923924B5c5c5455c48D93317139ADDaC8fb',
  // Circle's FiatToken; Tether's USDT0 (WithBlockedList).
  freezeLists: [
    { symbol: 'USDC', token: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', ask: 'isBlacklisted' },
    { symbol: 'USDT', token: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', ask: 'isBlocked', unsure: true },
  ],
}
