import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectorTest } from '../../testing/detectorTest.ts'
import { NO_CODE, TOKEN } from '../../testing/sampleContract.ts'
import { account, sampleFacts, ZERO } from '../../testing/sampleFacts.ts'
import detector from './no-code.ts'

detectorTest(detector, {
  detects: {
    'a person’s account': NO_CODE,
    'a contract that is still to be created': { ...NO_CODE, subject: account(TOKEN, { nonce: 0n, balance: 0n }) },
  },
  clears: {
    'a contract': {},
    'a precompile': { ...NO_CODE, subject: account(TOKEN, { class: 'precompile' }) },
    'an EIP-7702 account': { ...NO_CODE, subject: account(TOKEN, { class: 'delegated-eoa' }) },
  },
})

test('where no account can ever enter, nothing is delayed', () => {
  const { block } = sampleFacts()
  assert.ok(block)
  for (const address of [ZERO, '0x000000000000000000000000000000000000dead'] as const) {
    const hits = detector.detect({ subject: account(address, { nonce: 0n, balance: 0n }), block })
    assert.ok(Array.isArray(hits))
    assert.match(hits[0]?.description ?? '', /^This burn address has no private key/)
  }
})
