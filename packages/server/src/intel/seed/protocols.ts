import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { SeedGroup } from './seedGroup.ts'

const known = { category: 'defi_protocol', confidence: 'high' } as const

/** Widely used exchanges, lending pools and staking contracts, at the addresses their documentation gives. */
export const PROTOCOLS: readonly SeedGroup[] = [
  {
    ...known,
    source: 'docs.uniswap.org',
    chains: 'all',
    members: [['0x000000000022D473030F116dDEE9F6B43aC78BA3', 'Uniswap Permit2']],
  },
  {
    ...known,
    source: 'github.com/x402-foundation/x402',
    chains: 'all',
    members: [
      ['0x402085c248EeA27D92E8b30b2C58ed07f9E20001', 'x402 exact Permit2 proxy'],
      ['0x4020A4f3b7b90ccA423B9fabCc0CE57C6C240002', 'x402 upto Permit2 proxy'],
    ],
  },
  {
    ...known,
    source: 'docs.uniswap.org',
    chains: ['ethereum'],
    members: [
      ['0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D', 'Uniswap V2 Router'],
      ['0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f', 'Uniswap V2 Factory'],
      ['0xE592427A0AEce92De3Edee1F18E0157C05861564', 'Uniswap V3 Router'],
      ['0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45', 'Uniswap V3 Router 2'],
      ['0x1F98431c8aD98523631AE4a59f267346ea31F984', 'Uniswap V3 Factory'],
      ['0xC36442b4a4522E871399CD717aBDD847Ab11FE88', 'Uniswap V3 Positions'],
      ['0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD', 'Uniswap Universal Router'],
      ['0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af', 'Uniswap Universal Router 2'],
    ],
  },
  {
    ...known,
    source: 'aave.com/docs',
    chains: ['ethereum'],
    members: [
      ['0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2', 'Aave V3 Pool'],
      ['0x7d2768dE32b0b80b7a3454c06BdAc94A69DDc7A9', 'Aave V2 Lending Pool'],
      ['0xd01607c3C5eCABa394D8be377a08590149325722', 'Aave V3 Gateway'],
    ],
  },
  only('ethereum', 'docs.balancer.fi', '0xBA12222222228d8Ba445958a75a0704d566BF2C8', 'Balancer V2 Vault'),
  // Takes stETH in to wrap it: a token and a spender.
  only('ethereum', 'docs.lido.fi', '0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0', 'Lido wstETH'),
  only('ethereum', 'ethereum.org', '0x00000000219ab540356cBB839Cbe05303d7705Fa', 'Beacon deposit contract'),
  {
    ...known,
    source: 'docs.pancakeswap.finance',
    chains: ['bsc'],
    members: [
      ['0x10ED43C718714eb63d5aA57B78B54704E256024E', 'PancakeSwap V2 Router'],
      ['0xcA143Ce32Fe78f1f7019d7d551a6402fC5350c73', 'PancakeSwap V2 Factory'],
      ['0x13f4EA83D0bd40E75C8222255bc855a974568Dd4', 'PancakeSwap Smart Router'],
      ['0x1b81D678ffb9C0263b24A97847620C99d213eB14', 'PancakeSwap V3 Router'],
    ],
  },
  {
    ...known,
    source: 'docs.uniswap.org',
    chains: ['bsc'],
    members: [
      ['0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2', 'Uniswap V3 Router 2'],
      ['0xdB1d10011AD0Ff90774D0C6Bb92e5C5c8b4461F7', 'Uniswap V3 Factory'],
      ['0x7b8A01B39D58278b5DE7e48c8449c9f4F5170613', 'Uniswap V3 Positions'],
    ],
  },
  only('bsc', 'aave.com/docs', '0x6807dc923806fE8Fd134338EABCA509979a7e0cB', 'Aave V3 Pool'),
  {
    ...known,
    source: 'docs.quickswap.exchange',
    chains: ['polygon'],
    members: [
      ['0xa5E0829CaCEd8fFDD4De3c43696c57F7D7A678ff', 'QuickSwap V2 Router'],
      ['0x5757371414417b8C6CAad45bAeF941aBc7d3Ab32', 'QuickSwap V2 Factory'],
      ['0xf5b509bB0909a69B1c207E495f687a596C168E12', 'QuickSwap V3 Router'],
    ],
  },
  {
    ...known,
    source: 'docs.uniswap.org',
    chains: ['polygon'],
    members: [
      ['0xE592427A0AEce92De3Edee1F18E0157C05861564', 'Uniswap V3 Router'],
      ['0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45', 'Uniswap V3 Router 2'],
      ['0x1F98431c8aD98523631AE4a59f267346ea31F984', 'Uniswap V3 Factory'],
      ['0xC36442b4a4522E871399CD717aBDD847Ab11FE88', 'Uniswap V3 Positions'],
    ],
  },
  only('polygon', 'aave.com/docs', '0x794a61358D6845594F94dc1DB02A252b5b4814aD', 'Aave V3 Pool'),
  only('polygon', 'docs.balancer.fi', '0xBA12222222228d8Ba445958a75a0704d566BF2C8', 'Balancer V2 Vault'),
  only('ethereum', 'docs.sushi.com', '0xd9e1cE17f2641f24aE83637ab66a2cca9C378B9F', 'SushiSwap V2 Router'),
  only('ethereum', 'docs.curve.finance', '0xbEbc44782C7dB0a1A60Cb6fe97d0b483032FF1C7', 'Curve 3pool'),
  only('ethereum', 'docs.compound.finance', '0x3d9819210A31b4961b30EF54bE2aeD79B9c9Cd3B', 'Compound V2 Comptroller'),
  only('ethereum', 'docs.convexfinance.com', '0xF403C135812408BFbE8713b5A23a04b3D48AAE31', 'Convex Booster'),
  only('ethereum', 'docs.eigencloud.xyz', '0x858646372CC42E1A627fcE94aa7A7033e7CF075A', 'EigenLayer Strategy Manager'),
  only('bsc', 'docs-v4.venus.io', '0xfD36E2c2a6789Db23113685031d7F16329158384', 'Venus Comptroller'),
  only('bsc', 'docs.pancakeswap.finance', '0xa5f8C5Dbd5F286960b9d90548680aE5ebFf07652', 'PancakeSwap MasterChef V2'),
  {
    ...known,
    source: 'docs.pancakeswap.finance',
    chains: ['ethereum', 'bsc'],
    members: [['0x0BFbCF9fa4f9C56B0F40a671Ad40E0805A091865', 'PancakeSwap V3 Factory']],
  },
  {
    ...known,
    source: 'docs.base.org',
    chains: ['base'],
    members: [
      ['0x4200000000000000000000000000000000000010', 'Base standard bridge'],
      ['0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6', 'Uniswap V2 Factory'],
      ['0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24', 'Uniswap V2 Router'],
      ['0x33128a8fC17869897dcE68Ed026d694621f6FDfD', 'Uniswap V3 Factory'],
      ['0x2626664c2603336E57B271c5C0b26F421741e481', 'Uniswap V3 Router 2'],
      ['0x03a520b32C04BF3bEEf7BEb72E919cf822Ed34f1', 'Uniswap V3 Positions'],
    ],
  },
  {
    ...known,
    source: 'developer.pancakeswap.finance',
    chains: ['base'],
    members: [
      ['0x02a84c1b3BBD7401a5f7fa98a384EBC70bB5749E', 'PancakeSwap V2 Factory'],
      ['0x8cFe327CEc66d1C090Dd72bd0FF11d690C33a2Eb', 'PancakeSwap V2 Router'],
      ['0x0BFbCF9fa4f9C56B0F40a671Ad40E0805A091865', 'PancakeSwap V3 Factory'],
    ],
  },
  {
    ...known,
    source: 'aerodrome.finance',
    chains: ['base'],
    members: [
      ['0xcF77a3Ba9A5CA399B7c97c74d54e5b1Beb874E43', 'Aerodrome Router'],
      ['0x420DD381b31aEf6683db6B902084cB0FFECe40Da', 'Aerodrome Pool Factory'],
    ],
  },
  only('base', 'aave.com/docs', '0xA238Dd80C259a72e81d7e4664a9801593F98d1c5', 'Aave V3 Pool'),
  {
    ...known,
    source: 'docs.uniswap.org',
    chains: ['arbitrum', 'optimism'],
    members: [
      ['0xE592427A0AEce92De3Edee1F18E0157C05861564', 'Uniswap V3 Router'],
      ['0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45', 'Uniswap V3 Router 2'],
      ['0x1F98431c8aD98523631AE4a59f267346ea31F984', 'Uniswap V3 Factory'],
      ['0xC36442b4a4522E871399CD717aBDD847Ab11FE88', 'Uniswap V3 Positions'],
    ],
  },
  {
    ...known,
    source: 'docs.uniswap.org',
    chains: ['arbitrum'],
    members: [
      ['0xf1D7CC64Fb4452F05c498126312eBE29f30Fbcf9', 'Uniswap V2 Factory'],
      ['0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24', 'Uniswap V2 Router'],
    ],
  },
  {
    ...known,
    source: 'docs.uniswap.org',
    chains: ['optimism'],
    members: [
      ['0x0c3c1c532F1e39EdF36BE9Fe0bE1410313E074Bf', 'Uniswap V2 Factory'],
      ['0x4A7b5Da61326A6379179b40d00F57E5bbDC962c2', 'Uniswap V2 Router'],
    ],
  },
  {
    ...known,
    source: 'aave.com/docs',
    chains: ['arbitrum', 'optimism'],
    members: [['0x794a61358D6845594F94dc1DB02A252b5b4814aD', 'Aave V3 Pool']],
  },
  only('optimism', 'docs.optimism.io', '0x4200000000000000000000000000000000000010', 'Optimism standard bridge'),
  only('arbitrum', 'docs.sushi.com', '0x1b02dA8Cb0d097eB8D57A175b88c7D8b47997506', 'SushiSwap V2 Router'),
]

function only(chain: Chain, source: string, address: Address, name: string): SeedGroup {
  return { ...known, source, chains: [chain], members: [[address, name]] }
}
