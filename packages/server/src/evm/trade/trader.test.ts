import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters } from 'viem/utils'
import { readTraderAnswers, traderReads, traderSwap } from './trader.ts'

const ABI = parseAbi([
  'function read(address[] targets, bytes[] data)',
  'function swapV2(address pair, address sold, uint256 amount, bool soldIsFirst)',
  'function swapV3(address pool, address sold, uint256 amount, bool soldIsFirst)',
])
const A: Address = `0x${'0a'.repeat(20)}`
const B: Address = `0x${'0b'.repeat(20)}`

describe('calls of the trader contract', () => {
  it('reads are encoded as the ABI says', () => {
    const lists: Hex[][] = [[], ['0x'], ['0x01020304'], [`0x${'11'.repeat(36)}`, '0x70a08231', `0x${'22'.repeat(64)}`]]
    for (const data of lists) {
      const expected = encodeFunctionData({ abi: ABI, functionName: 'read', args: [data.map(() => A), data] })
      assert.equal(traderReads(data.map((one) => ({ to: A, data: one }))), expected)
    }
  })

  it('swaps are encoded as the ABI says', () => {
    const swap = { pool: A, sold: B, amount: 2n ** 200n, soldIsFirst: true }
    const args = [A, B, 2n ** 200n, true] as const
    assert.equal(traderSwap('v2', swap), encodeFunctionData({ abi: ABI, functionName: 'swapV2', args }))
    assert.equal(traderSwap('v3', swap), encodeFunctionData({ abi: ABI, functionName: 'swapV3', args }))
  })

  it('answers come as two words, or null where the read failed', () => {
    const output = encodeAbiParameters(parseAbiParameters('uint256[]'), [[1n, 7n, 8n, 0n, 9n, 9n]])
    assert.deepEqual(readTraderAnswers(output, 2), [[7n, 8n], null])
  })

  it('no answer at all is null everywhere', () => {
    assert.deepEqual(readTraderAnswers(null, 2), [null, null])
    assert.deepEqual(readTraderAnswers('0x', 1), [null])
  })
})
