import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOKEN } from '../testing/sampleContract.ts'
import { contract, label } from '../testing/sampleFacts.ts'
import { isNamed } from './genuine.ts'

const named = (...labels: ReturnType<typeof label>[]) => isNamed(contract(TOKEN, { labels }))

test('services and proven pools are named; strangers, submissions and the accused are not', () => {
  assert.equal(named(label('token')), true)
  assert.equal(named(label('pool', 'Uniswap V2 pool')), true)
  assert.equal(named(), false)
  assert.equal(named({ ...label('pool'), confidence: 'low' }), false)
  assert.equal(named({ ...label('defi_protocol'), confidence: 'low' }), false)
  assert.equal(named(label('pool'), label('scammer')), false)
  assert.equal(named(label('mixer')), false)
})
