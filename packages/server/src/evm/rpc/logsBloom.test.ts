import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import { logsBloom } from './readWholeBlock.ts'

const set = (bloom: Hex) =>
  [...Buffer.from(bloom.slice(2), 'hex')].reduce((bits, byte) => bits + byte.toString(2).replaceAll('0', '').length, 0)
const value = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`

it('has no bit of no logs', async () => {
  assert.equal(await logsBloom([]), `0x${'00'.repeat(256)}`)
})
it('has three bits of a value', async () => {
  const bloom = await logsBloom([{ address: '0x095e7baea6a6c7c4c2dfeb977efac326af552d87', topics: [] }])
  assert.equal(set(bloom), 3)
})
it('is the union of its values, in any order', async () => {
  const address: Hex = `0x${'ab'.repeat(20)}`
  const topics = Array.from({ length: 3_000 }, (_, index) => value(index))
  const logs = topics.map((topic) => ({ address, topics: [topic] }))
  assert.equal(await logsBloom(logs), await logsBloom(logs.toReversed()))
  const few = await logsBloom(logs.slice(0, 3))
  assert.equal(set(few) <= 12 && set(few) > 3, true)
  const one = BigInt(await logsBloom(logs.slice(0, 1)))
  assert.equal(BigInt(few) & one, one)
})
