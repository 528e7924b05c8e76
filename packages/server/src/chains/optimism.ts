import { type NetworkDefinition, UNISWAP_V3_FEES } from './definition.ts'

/**
 * The OP-stack rollup of Optimism on Ethereum. Experimental: no recorded transaction of it was replayed, and anvil runs the rules of
 * Ethereum's forks, not those of op-reth.
 */
export const optimism: NetworkDefinition = {
  id: 'optimism',
  chainId: 10,
  name: 'OP Mainnet',
  status: 'experimental',
  coin: { symbol: 'ETH', names: [['ETH', 'Ether']], price: 'ETH', logs: null },
  // WETH is a predeploy (OP-stack specification); USDC: developers.circle.com; USDT and DAI: the Superchain token list.
  quoteTokens: [
    { address: '0x4200000000000000000000000000000000000006', symbol: 'WETH', decimals: 18 },
    { address: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', symbol: 'USDC', decimals: 6 },
    { address: '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58', symbol: 'USDT', decimals: 6 },
  ],
  // The same. USDC.e is that of the standard bridge. OP is left out: two letters are no name that an imitation could be told by.
  tokens: [
    { address: '0x4200000000000000000000000000000000000006', symbol: 'WETH', name: 'Wrapped Ether', follows: 'ETH' },
    { address: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', symbol: 'USDC', name: 'USD Coin', follows: 'USDC' },
    {
      address: '0x7F5c764cBc14f9669B88837ca1490cCa17c31607',
      symbol: 'USDC.e',
      name: 'Bridged USDC',
      follows: 'USDC',
    },
    { address: '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58', symbol: 'USDT', name: 'Tether USD', follows: 'USDT' },
    { address: '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', symbol: 'DAI', name: 'Dai Stablecoin', follows: 'DAI' },
    { address: '0x68f180fcCe6836688e9084f035309E29Bf0A2095', symbol: 'WBTC', name: 'Wrapped BTC', follows: 'BTC' },
  ],
  // Offered where the operator has an endpoint.
  rpc: { variable: 'OPTIMISM_RPC_URLS', publicUrls: [] },
  // Two seconds: superchain-registry `superchain/configs/mainnet/op.toml`.
  blocks: { seconds: 2n, inHalfAnHour: 900n, inAnHour: 1_800n, inADay: 43_200n, inAWeek: 302_400n, maxAgeSeconds: 120 },
  // One sequencer: blocks are taken back with a reorganisation of Ethereum, which is rare.
  watch: { pollMs: 750, staleMs: 10_000, keptBlocks: 512, confirmations: 3 },
  // Canyon, Ecotone, Isthmus, Karst: `op.toml` of the superchain-registry. Karst has the rules of Osaka (op-reth release notes,
  // notices of OP-stack networks for Upgrade 19); Fjord, Granite, Holocene and Jovian (fees) change no opcode.
  forks: [
    { name: 'osaka', from: { timestamp: 1_783_526_401n } },
    { name: 'prague', from: { timestamp: 1_746_806_401n } },
    { name: 'cancun', from: { timestamp: 1_710_374_401n } },
    { name: 'shanghai', from: { timestamp: 1_704_992_401n } },
    { name: 'paris', from: { number: 0n } },
  ],
  nextFork: { name: 'amsterdam', from: null },
  // `op.toml`. The operator may change both since Holocene. Deposits carry no blobs: OP-stack specification, "Ecotone".
  fees: {
    baseFeeChangeDenominator: 250n,
    elasticity: 6n,
    usualTip: 1_000_000_000n,
    blobs: false,
    data: 'op-stack',
    besidesGas:
      'OP Mainnet adds a fee for publishing the transaction on Ethereum (GasPriceOracle 0x420000000000000000000000000000000000000F); it is not part of this gas.',
  },
  // That of the Ethereum block that the sequencer follows: OP-stack specification, "Derivation".
  randomness: 'random',
  // As Ethereum; P256VERIFY since Fjord.
  precompiles: [
    [0x1n, 0x11n],
    [0x100n, 0x100n],
  ],
  // docs.optimism.io, "Transaction mempool": pending transactions are seen by the sequencer only.
  publicMempool: false,
  stateSync: false,
  // docs.uniswap.org, deployment pages.
  factories: [
    { exchange: 'Uniswap V2', style: 'v2', factory: '0x0c3c1c532F1e39EdF36BE9Fe0bE1410313E074Bf', fees: [] },
    {
      exchange: 'Uniswap V3',
      style: 'v3',
      factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
      fees: UNISWAP_V3_FEES,
    },
  ],
  // The same pages.
  routers: {
    '0x0c3c1c532F1e39EdF36BE9Fe0bE1410313E074Bf': '0x4A7b5Da61326A6379179b40d00F57E5bbDC962c2',
    '0x1F98431c8aD98523631AE4a59f267346ea31F984': '0xE592427A0AEce92De3Edee1F18E0157C05861564',
  },
  // Uniswap: docs.uniswap.org, deployment page.
  positionManagers: ['0xC36442b4a4522E871399CD717aBDD847Ab11FE88'],
  // None confirmed by two sources.
  lockers: {},
  // docs.chain.link "Price feed contract addresses"; each also in lending protocols' published configurations.
  priceFeeds: {
    ETH: '0x13e3Ee699D1909E989722E753853AE30b17e08c5',
    BTC: '0xD702DD976Fb76Fffc2D3963D037dfDae5b04E593',
    USDC: '0x16a9FA2FDa030272Ce99B29CF780dFA30361E0f3',
    USDT: '0xECef79E109e997bCA29c1c0897ec9d7b03647F5E',
    DAI: '0x8dBa75e83DA73cc766A7e5a0ee71F656BAb470d6',
  },
  // go.chainalysis.com/chainalysis-oracle-docs.html
  sanctionsOracle: '0x40C57923924B5c5c5455c48D93317139ADDaC8fb',
  // Circle's FiatToken. USDT here is the standard bridge's token, which has no list.
  freezeLists: [{ symbol: 'USDC', token: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', ask: 'isBlacklisted' }],
}
