import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectorTest } from '../../testing/detectorTest.ts'
import { label } from '../../testing/sampleFacts.ts'
import { bait, lookalike } from '../../testing/sampleWallet.ts'
import detector from './lookalike-wallet.ts'

detectorTest(detector, {
  detects: {
    'one that was planted': { lookalikes: [lookalike({ bait: [bait()] })] },
    'one that resembles an address the owner deals with': { lookalikes: [lookalike()], severity: 'high' },
    'one that resembles a known service': {
      lookalikes: [lookalike({ by: 'known', label: label('exchange', 'Binance 14') })],
      severity: 'high',
    },
  },
  clears: { 'an address like no other': {} },
})

test('the address it looks like is written in full, named or not', () => {
  for (const named of [null, label('exchange', 'Binance 14')]) {
    const likeness = lookalike({ label: named })
    const hits = detector.detect({ lookalikes: [likeness] })
    assert.ok(Array.isArray(hits))
    assert.match(hits[0]?.description ?? '', new RegExp(likeness.similarTo, 'i'))
  }
})
