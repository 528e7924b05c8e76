import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectorTest } from '../../testing/detectorTest.ts'
import { CREATOR, distribution, POOL, redeemed, TOKEN, untradable } from '../../testing/sampleContract.ts'
import { contract, label, STRANGER } from '../../testing/sampleFacts.ts'
import detector from './concentrated-supply.ts'

type Holders = ReturnType<typeof distribution>['topHolders']
const creators: Holders = [{ address: CREATOR, share: 70, kind: 'creator' }]
const held = (...topHolders: Holders) => ({ distribution: distribution({ topHolders }) })

detectorTest(detector, {
  detects: {
    'a creator who kept most of it': held({ address: CREATOR, share: 70, kind: 'creator' }),
    'the same where the shares have a market': { ...held(...creators), deposits: [redeemed()] },
    'shares without a market whose deposits another account can have': {
      distribution: distribution({ topHolders: creators, liquidityUsd: 0 }),
      deposits: [redeemed('high')],
    },
    'one large holder': { ...held({ address: STRANGER, share: 25, kind: 'eoa' }), severity: 'low' },
    'ten accounts that hold nearly all': held(
      ...Array.from({ length: 10 }, () => ({ address: STRANGER, share: 9, kind: 'eoa' }) as const),
    ),
  },
  clears: {
    'many hands': {},
    'most of it in the pool': held({ address: POOL, share: 90, kind: 'pool' }),
    'burned, locked or staked': held(
      { address: POOL, share: 50, kind: 'burned' },
      { address: POOL, share: 30, kind: 'locker' },
      { address: POOL, share: 15, kind: 'contract' },
    ),
    'a famous token that an exchange holds much of': {
      ...held({ address: STRANGER, share: 25, kind: 'eoa' }),
      subject: contract(TOKEN, { labels: [label('token')] }),
    },
    'a receipt of one depositor, which has no market and refuses approvals': {
      ...held({ address: CREATOR, share: 70, kind: 'creator' }),
      trade: untradable(),
    },
    'shares without a market that the contract pays out': {
      distribution: distribution({ topHolders: creators, liquidityUsd: 0 }),
      deposits: [redeemed()],
    },
    'what is no token': { distribution: null },
  },
})

test('no holder has more than the supply', () => {
  const facts = held({ address: CREATOR, share: 100, kind: 'creator' }, { address: STRANGER, share: 0.87, kind: 'eoa' })
  const hits = detector.detect({ ...facts, subject: contract(TOKEN), isUntradable: false, deposits: [] })
  assert.ok(Array.isArray(hits))
  assert.match(hits[0]?.description ?? '', /the ten largest own 100 %/)
})
