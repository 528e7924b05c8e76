import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import { encodeAbiParameters, encodePacked, getContractAddress, keccak256 } from 'viem'
import { packFactories } from './packFactories.ts'

// Well-known pools: the hashes are right exactly when these addresses come out.
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const WETH = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const POOLS: [Chain, string, [Address, Address], number | null, Address][] = [
  ['ethereum', 'Uniswap V2', [USDC, WETH], null, '0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc'],
  ['ethereum', 'SushiSwap V2', [USDC, WETH], null, '0x397ff1542f962076d0bfe58ea045ffa2d347aca0'],
  ['ethereum', 'Uniswap V3', [USDC, WETH], 500, '0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640'],
  [
    'bsc',
    'PancakeSwap V2',
    ['0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c', '0xe9e7cea3dedca5984780bafc599bd69add087d56'],
    null,
    '0x58f876857a02d6762e0101bb5c46a8c1ed44dc16',
  ],
  [
    'bsc',
    'PancakeSwap V3',
    ['0x55d398326f99059ff775485246999027b3197955', '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c'],
    500,
    '0x36696169c63e42cd08ce11f5deebbcebae652050',
  ],
  [
    'polygon',
    'QuickSwap V2',
    ['0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270', '0x2791bca1f2de4661ed88a30c99a7a9449aa84174'],
    null,
    '0x6e7a5fafcec6bb1e78bae2a1f0b612012bf14827',
  ],
  [
    'polygon',
    'QuickSwap V3',
    ['0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270', '0x2791bca1f2de4661ed88a30c99a7a9449aa84174'],
    null,
    '0xae81fac689a1b4b1e06e7ef4a2ab4cd8ac0a087d',
  ],
]
for (const [chain, protocol, tokens, fee, pool] of POOLS)
  test(`${protocol} on ${chain} makes ${pool}`, () => {
    const factory = packFactories(chain).find((one) => one.protocol === protocol)
    assert.ok(factory)
    const [token0, token1] = tokens
    const salt =
      factory.style === 'v2'
        ? encodePacked(['address', 'address'], [token0, token1])
        : fee === null
          ? encodeAbiParameters([{ type: 'address' }, { type: 'address' }], [token0, token1])
          : encodeAbiParameters([{ type: 'address' }, { type: 'address' }, { type: 'uint24' }], [token0, token1, fee])
    const made = getContractAddress({
      opcode: 'CREATE2',
      from: factory.deployer ?? factory.factory,
      salt: keccak256(salt),
      bytecodeHash: factory.initCodeHash,
    })
    assert.equal(made.toLowerCase(), pool)
    assert.deepEqual(factory.fees?.includes(fee ?? -1) ?? false, fee !== null)
  })

test('factories are distinct and well-formed', () => {
  for (const chain of CHAINS) {
    const factories = packFactories(chain)
    assert.equal(new Set(factories.map(({ factory }) => factory)).size, factories.length)
    for (const { factory, deployer, initCodeHash, style, fees } of factories) {
      for (const address of [factory, deployer ?? factory]) assert.match(address, /^0x[0-9a-f]{40}$/)
      assert.match(initCodeHash, /^0x[0-9a-f]{64}$/)
      assert.equal(fees === undefined, style === 'v2')
    }
  }
})
