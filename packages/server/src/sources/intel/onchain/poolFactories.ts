import type { Chain } from '../../../risk/chain.ts'
import type { Address, Hex } from '../../../risk/facts.ts'

/**
 * What makes the pools of one exchange. `factory` is what its pools call their factory, `deployer` what creates them.
 * `v2`: one pool per pair; `v3`: one per pair and fee; `algebra`: one per pair, with a fee that moves.
 */
export type PoolFactory = {
  exchange: string
  style: 'v2' | 'v3' | 'algebra'
  factory: Address
  deployer: Address
  /** keccak256 of the pool's creation code: what CREATE2 (EIP-1014) puts into its address. */
  initCodeHash: Hex
}

const UNISWAP_V2: Hex = '0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f'
const UNISWAP_V3: Hex = '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54'
const SUSHI: Hex = '0xe18a34eb0e04b04f7a0ac29a6e80748dca96319b42c54d679cb821dca90c6303'
const PANCAKE_V2: Hex = '0x00fb7f630766e6a796048ea87d01acd3068e8ff67d078148a3fa3f4a84f69bd5'
const PANCAKE_V3: PoolFactory = {
  exchange: 'PancakeSwap V3',
  style: 'v3',
  factory: '0x0bfbcf9fa4f9c56b0f40a671ad40e0805a091865',
  deployer: '0x41ff9aa7e16b8b1a8a8dc4f0efacd93d02d071c9',
  initCodeHash: '0x6ce8eb472fa82df5469c6ab6d485f17c3ad13c8cd7af59b3d4a8026c5ce0f7e2',
}

/**
 * Leading exchanges whose pools keep to one immutable code, lower case. Sources: docs.uniswap.org, docs.pancakeswap.finance,
 * docs.sushi.com, docs.quickswap.exchange; init code hashes also in @1delta/dex-registry (MIT).
 */
export const POOL_FACTORIES: Readonly<Record<Chain, readonly PoolFactory[]>> = {
  ethereum: [
    by('Uniswap V2', 'v2', '0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f', UNISWAP_V2),
    by('Uniswap V3', 'v3', '0x1f98431c8ad98523631ae4a59f267346ea31f984', UNISWAP_V3),
    by('SushiSwap', 'v2', '0xc0aee478e3658e2610c5f7a4a2e1777ce9e4f2ac', SUSHI),
    PANCAKE_V3,
  ],
  bsc: [
    by('PancakeSwap V2', 'v2', '0xca143ce32fe78f1f7019d7d551a6402fc5350c73', PANCAKE_V2),
    by('Uniswap V3', 'v3', '0xdb1d10011ad0ff90774d0c6bb92e5c5c8b4461f7', UNISWAP_V3),
    by('SushiSwap', 'v2', '0xc35dadb65012ec5796536bd9864ed8773abc74c4', SUSHI),
    PANCAKE_V3,
  ],
  polygon: [
    by('QuickSwap V2', 'v2', '0x5757371414417b8c6caad45baef941abc7d3ab32', UNISWAP_V2),
    by('Uniswap V3', 'v3', '0x1f98431c8ad98523631ae4a59f267346ea31f984', UNISWAP_V3),
    by('SushiSwap', 'v2', '0xc35dadb65012ec5796536bd9864ed8773abc74c4', SUSHI),
    {
      exchange: 'QuickSwap V3',
      style: 'algebra',
      factory: '0x411b0facc3489691f28ad58c47006af5e3ab3a28',
      deployer: '0x2d98e2fa9da15aa6dc9581ab097ced7af697cb92',
      initCodeHash: '0x6ec6c9c8091d160c0aa74b2b14ba9c1717e95093bd3ac085cee99a49aab294a4',
    },
  ],
}

function by(exchange: string, style: PoolFactory['style'], factory: Address, initCodeHash: Hex): PoolFactory {
  return { exchange, style, factory, deployer: factory, initCodeHash }
}
