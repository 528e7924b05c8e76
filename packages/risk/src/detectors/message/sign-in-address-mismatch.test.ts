import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '../../address.ts'
import type { SignedMessage } from '../../facts/signedMessage.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { STRANGER } from '../../testing/sampleFacts.ts'
import { signIn } from '../../testing/sampleMessage.ts'
import detector from './sign-in-address-mismatch.ts'

detectorTest(detector, {
  detects: { 'another account': { intents: [signIn({ address: STRANGER })] } },
  clears: {
    'the account that signs': { intents: [signIn()] },
    'a text that names no account': { intents: [signIn({ address: null })] },
    'a permit': {},
  },
})

test('an address that looks like one’s own is written in full, like it', () => {
  const account: Address = `0xabc1${'1'.repeat(32)}7890`
  const named: Address = `0xabc1${'2'.repeat(32)}7890`
  const message: SignedMessage = { account, method: 'personal_sign', form: { type: 'text', text: '', bytes: '0x' } }
  const hits = detector.detect({ message, intents: [signIn({ address: named })] })
  assert.ok(Array.isArray(hits))
  assert.match(hits[0]?.description ?? '', new RegExp(`${named}.*${account}`, 'i'))
})
