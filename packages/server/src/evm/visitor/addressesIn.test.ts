import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { addressesIn } from './endowVisitor.ts'

const [one, two, three] = ['11', 'ab', '7f'].map((byte) => `0x${byte.repeat(20)}` as const)
const ABI = parseAbi([
  'function swap(uint256 amount, uint256 least, address[] path, address to, uint256 deadline)',
  'function multicall(bytes[] calls)',
])
const swap = encodeFunctionData({
  abi: ABI,
  functionName: 'swap',
  args: [120n * 10n ** 18n, 3n * 10n ** 16n, [one ?? '0x', two ?? '0x'], three ?? '0x', 4_294_967_295n],
})

describe('addresses that a request names', () => {
  it('in call data, and no amounts', () => {
    assert.deepEqual(new Set(addressesIn(JSON.stringify({ to: two, data: swap }))), new Set([two, three, one]))
  })
  it('in calls inside a call', () => {
    const data = encodeFunctionData({ abi: ABI, functionName: 'multicall', args: [[swap]] })
    assert.deepEqual(new Set(addressesIn(JSON.stringify({ data }))), new Set([three, one, two]))
  })
  it('none in numbers', () => assert.deepEqual(addressesIn('{"value":"0x8e1bc9bf040000"}'), []))
})
