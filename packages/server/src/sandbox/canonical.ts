import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'

/** The networks that the sandbox has a miniature of. */
export const SANDBOX_CHAINS = ['ethereum', 'bsc', 'polygon'] as const satisfies readonly Chain[]
export type SandboxChain = (typeof SANDBOX_CHAINS)[number]

/** Whether the sandbox has a miniature of the network. */
export function isSandboxChain(chain: Chain): chain is SandboxChain {
  return SANDBOX_CHAINS.some((one) => one === chain)
}

/** Where the real contracts of a network live; the sandbox puts contracts with the same interfaces at the same places. EIP-55. */
export type CanonicalAddresses = {
  /** Wrapped native coin. */
  wrapped: Address
  usdc: Address
  usdt: Address
  dai: Address
  /** The network's leading Uniswap-V2-style exchange: Uniswap, PancakeSwap, QuickSwap. */
  v2: { factory: Address; router: Address }
  /** Uniswap V3's own deployment on that network. */
  v3: { factory: Address; router: Address; positionManager: Address; quoter: Address; quoterV2: Address }
  /** Chainlink USD feeds, 8 decimals. */
  priceFeeds: Record<PriceFeedName, Address>
  /** A labelled hot wallet of a large exchange. */
  exchange: Address
  /** A block builder or validator that takes the fees. */
  coinbase: Address
}

export type PriceFeedName = 'eth' | 'bnb' | 'pol' | 'btc' | 'usdc' | 'usdt' | 'dai'

/** Contracts that live at one address on all three networks. Sources: the projects' own deployment pages. */
export const EVERYWHERE = {
  create2Factory: '0x4e59b44847b379578588920cA78FbF26c0B4956C',
  safeSingletonFactory: '0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7',
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
  permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
  /** Chainalysis' sanctions oracle. */
  sanctionsOracle: '0x40C57923924B5c5c5455c48D93317139ADDaC8fb',
  /** 0age's ImmutableCreate2Factory, which OpenSea deploys with. */
  openSeaFactory: '0x0000000000FFe8B47B3e2130213B802212439497',
  /** Seaport 1.6. */
  seaport: '0x0000000000000068F116a894984e2DB1123eB395',
  conduitController: '0x00000000F9490004C11Cef243f5400493c00Ad63',
  /** ERC-4337, as eth-infinitism deploys it: entry points by version, what makes accounts for each, code for EIP-7702. */
  entryPoint06: '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789',
  entryPoint07: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  entryPoint08: '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
  accountFactory06: '0x9406Cc6185a346906296840746125a0E44976454',
  accountFactory07: '0x91E60e0613810449d098b0b5Ec8b51A0FE8c8985',
  accountFactory08: '0x13E9ed32155810FDbd067D4522C492D6f68E5944',
  simple7702: '0xe6Cae83BdE06E4c305530e199D7217f42808555B',
} as const satisfies Record<string, Address>

/**
 * Sources: the issuers' and projects' deployment pages and data.chain.link. On BNB Smart Chain Uniswap deployed only
 * SwapRouter02 and QuoterV2: what stands at its address there answers as SwapRouter does, and the
 * older Quoter stands where it does on the other two networks.
 */
export const CANONICAL: Readonly<Record<SandboxChain, CanonicalAddresses>> = {
  ethereum: {
    wrapped: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    usdc: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    usdt: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    dai: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
    v2: {
      factory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
      router: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
    },
    v3: {
      factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
      router: '0xE592427A0AEce92De3Edee1F18E0157C05861564',
      positionManager: '0xC36442b4a4522E871399CD717aBDD847Ab11FE88',
      quoter: '0xb27308f9F90D607463bb33eA1BeBb41C27CE5AB6',
      quoterV2: '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
    },
    priceFeeds: {
      eth: '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419',
      bnb: '0x14e613AC84a31f709eadbdF89C6CC390fDc9540A',
      pol: '0x7bAC85A8a13A4BcD8abb3eB7d6b4d632c5a57676',
      btc: '0xF4030086522a5bEEa4988F8cA5B36dbC97BeE88c',
      usdc: '0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6',
      usdt: '0x3E7d1eAB13ad0104d2750B8863b489D65364e32D',
      dai: '0xAed0c38402a5d19df6E4c03F4E2DceD6e29c1ee9',
    },
    exchange: '0x28C6c06298d514Db089934071355E5743bf21d60',
    coinbase: '0x95222290DD7278Aa3Ddd389Cc1E1d165CC4BAfe5',
  },
  bsc: {
    wrapped: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
    usdc: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
    usdt: '0x55d398326f99059fF775485246999027B3197955',
    dai: '0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3',
    v2: {
      factory: '0xcA143Ce32Fe78f1f7019d7d551a6402fC5350c73',
      router: '0x10ED43C718714eb63d5aA57B78B54704E256024E',
    },
    v3: {
      factory: '0xdB1d10011AD0Ff90774D0C6Bb92e5C5c8b4461F7',
      router: '0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2',
      positionManager: '0x7b8A01B39D58278b5DE7e48c8449c9f4F5170613',
      quoter: '0xb27308f9F90D607463bb33eA1BeBb41C27CE5AB6',
      quoterV2: '0x78D78E420Da98ad378D7799bE8f4AF69033EB077',
    },
    priceFeeds: {
      eth: '0x9ef1B8c0E4F7dc8bF5719Ea496883DC6401d5b2e',
      bnb: '0x0567F2323251f0Aab15c8dFb1967E4e8A7D42aeE',
      pol: '0x7CA57b0cA6367191c94C8914d7Df09A57655905f',
      btc: '0x264990fbd0A4796A3E3d8E37C4d5F87a3aCa5Ebf',
      usdc: '0x51597f405303C4377E36123cBc172b13269EA163',
      usdt: '0xB97Ad0E74fa7d920791E90258A6E2085088b4320',
      dai: '0x132d3C0B1D2cEa0BC552588063bdBb210FDeecfA',
    },
    exchange: '0x8894E0a0c962CB723c1976a4421c95949bE2D4E3',
    coinbase: '0x72b61c6014342d914470eC7aC2975bE345796c2b',
  },
  polygon: {
    wrapped: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
    usdc: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
    usdt: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
    dai: '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063',
    v2: {
      factory: '0x5757371414417b8C6CAad45bAeF941aBc7d3Ab32',
      router: '0xa5E0829CaCEd8fFDD4De3c43696c57F7D7A678ff',
    },
    v3: {
      factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
      router: '0xE592427A0AEce92De3Edee1F18E0157C05861564',
      positionManager: '0xC36442b4a4522E871399CD717aBDD847Ab11FE88',
      quoter: '0xb27308f9F90D607463bb33eA1BeBb41C27CE5AB6',
      quoterV2: '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
    },
    priceFeeds: {
      eth: '0xF9680D99D6C9589e2a93a78A04A279e509205945',
      bnb: '0x82a6c4AF830caa6c97bb504425f6A66165C2c26e',
      pol: '0xAB594600376Ec9fD91F8e885dADF0CE036862dE0',
      btc: '0xc907E116054Ad103354f2D350FD2514433D57F6f',
      usdc: '0xfE4A8cc5b5B2366C1B58Bea3858e81843581b2F7',
      usdt: '0x0A6513e40db6EB1b165753AD52E80663aeA50545',
      dai: '0x4746DeC9e833A82EC7C2C1356372CcF2cfcD2F3D',
    },
    exchange: '0xe7804c37c13166fF0b37F5aE0BB07A3aEbb6e245',
    coinbase: '0x7c7379531b2aEE82e4Ca06D4175D13b9CBEafd49',
  },
}
