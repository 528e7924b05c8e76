import assert from 'node:assert/strict'
import { test } from 'node:test'
import { form, marks, page } from '../testing/sampleUrl.ts'
import { requestedSecrets, secretsOf } from './pageEvidence.ts'

test('assets worth stealing are named, worst first, each once', () => {
  const asks = page({
    forms: [form(['email', 'password']), form(['password', 'card'])],
    secretsAsked: [{ kind: 'seed-phrase', evidence: '12 inputs' }],
    walletCalls: marks('connect', 'approve'),
  })
  assert.deepEqual(secretsOf(asks), ['a seed phrase', 'a password', 'card details'])
  assert.deepEqual(requestedSecrets(asks), [...secretsOf(asks), 'transactions or signatures of a wallet'])
})

test('an e-mail address, a search and a connection are nothing', () => {
  assert.deepEqual(
    requestedSecrets(page({ forms: [form(['email', 'text'])], walletCalls: marks('connect', 'sign') })),
    [],
  )
})
