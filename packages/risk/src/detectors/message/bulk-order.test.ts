import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SignedIntent } from '../../facts/signedIntent.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { order } from '../../testing/sampleMessage.ts'
import detector from './bulk-order.ts'

detectorTest(detector, {
  detects: {
    'a root of four orders': { severity: 'low', intents: [order({ bulk: 4 })] },
    'more kinds of orders than were looked at': {
      severity: 'high',
      intents: [order({ bulk: 4_000, notShown: 12 })],
    },
  },
  clears: {
    'a single order': { intents: [order()] },
    'a tree of one order': { intents: [order({ bulk: 1 })] },
    'a permit': {},
  },
})

test('the orders of one root are one finding', () => {
  const intents = Array.from({ length: 64 }, () => order({ bulk: 64 }))
  assert.equal(bulkFindings(intents).length, 1)
})

function bulkFindings(intents: SignedIntent[]): readonly unknown[] {
  const found = detector.detect({ intents })
  return Array.isArray(found) ? found : []
}
