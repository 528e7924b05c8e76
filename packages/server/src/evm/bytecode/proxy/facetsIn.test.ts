import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { frame } from '@redoubt/risk/testing/sampleFacts.ts'
import { facetsIn } from './facetsIn.ts'

const [DIAMOND, FACET, TOKEN, LOGIC] = ['d1', 'fa', '70', '10'].map((one): Address => `0x${one.repeat(20)}`) as [
  Address,
  Address,
  Address,
  Address,
]

test('code that an account ran in its own place is a facet; what other contracts run is none', () => {
  const trace = frame({
    to: DIAMOND,
    calls: [
      frame({
        type: 'DELEGATECALL',
        from: DIAMOND,
        to: FACET,
        calls: [
          frame({
            from: DIAMOND,
            to: TOKEN,
            calls: [frame({ type: 'DELEGATECALL', from: TOKEN, to: LOGIC })],
          }),
        ],
      }),
    ],
  })
  assert.deepEqual(facetsIn(trace, DIAMOND), [FACET])
  assert.deepEqual(facetsIn(trace, FACET), [])
  assert.deepEqual(facetsIn(null, DIAMOND), [])
})
