import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { Log } from '@redoubt/risk/facts/execution.ts'
import { encodeAbiParameters, parseAbiParameters, toEventSelector } from 'viem/utils'
import { lastSwap } from './swapLog.ts'

const POOL: Address = `0x${'aa'.repeat(20)}`
const V2 = 'Swap(address,uint256,uint256,uint256,uint256,address)'
const V3 = 'Swap(address,address,int256,int256,uint160,uint128,int24)'
const PANCAKE_V3 = 'Swap(address,address,int256,int256,uint160,uint128,int24,uint128,uint128)'

const log = (event: string, types: string, values: bigint[], address = POOL): Log => {
  const data = encodeAbiParameters(parseAbiParameters(types), values as never)
  return { address, topics: [toEventSelector(event)], data }
}
const v2 = (...amounts: bigint[]) => log(V2, 'uint256,uint256,uint256,uint256', amounts)
const v3 = (event: string, ...amounts: bigint[]) => log(event, 'int256,int256,uint160,uint128', [...amounts, 1n, 1n])
const first = { address: POOL, tokenIsFirst: true }
const second = { address: POOL, tokenIsFirst: false }

describe('the last swap of a call', () => {
  it('V2: amounts in and out of both sides', () => {
    assert.deepEqual(lastSwap(first, [v2(5n, 0n, 0n, 7n)]), { tokenIn: 5n, tokenOut: 0n, quoteIn: 0n, quoteOut: 7n })
    assert.deepEqual(lastSwap(second, [v2(5n, 0n, 0n, 7n)]), { tokenIn: 0n, tokenOut: 7n, quoteIn: 5n, quoteOut: 0n })
  })

  it('V3: what the pool gained is positive, what it gave negative', () => {
    for (const event of [V3, PANCAKE_V3])
      assert.deepEqual(lastSwap(first, [v3(event, -9n, 4n)]), { tokenIn: 0n, tokenOut: 9n, quoteIn: 4n, quoteOut: 0n })
  })

  it('a token that sells of its own within the transfer does so before the account', () => {
    assert.equal(lastSwap(first, [v2(100n, 0n, 0n, 1n), v2(5n, 0n, 0n, 7n)])?.tokenIn, 5n)
  })

  it('other pools, other events and short data do not count', () => {
    const elsewhere = { ...v2(5n, 0n, 0n, 7n), address: `0x${'bb'.repeat(20)}` as const }
    const other = log('Sync(uint112,uint112)', 'uint112,uint112', [1n, 2n])
    const short = { ...v2(5n, 0n, 0n, 7n), data: '0x00' as const }
    assert.equal(lastSwap(first, [elsewhere, other, short]), null)
    assert.equal(lastSwap(first, []), null)
  })
})
