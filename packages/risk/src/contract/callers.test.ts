import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BY_UNPRIVILEGED_CALLER, call, privileged, TOKEN } from '../testing/sampleContract.ts'
import { contract, label } from '../testing/sampleFacts.ts'
import { callerClassOf, severityFor } from './callers.ts'

const subject = contract(TOKEN)

describe('callerClassOf', () => {
  test('what is behind the caller, by the accounts found', () => {
    for (const account of ['eoa', 'multisig', 'timelock', 'contract', 'burned'] as const)
      assert.equal(callerClassOf(call('pause()'), [privileged({ account })]), account)
  })
  test('a stranger counts as anyone, and an unknown caller stays unknown', () => {
    assert.equal(callerClassOf(call('pause()', [], BY_UNPRIVILEGED_CALLER), [privileged()]), 'anyone')
    assert.equal(callerClassOf(call('pause()'), []), 'unknown')
  })
})

describe('severityFor', () => {
  test('one key, any caller and an unknown caller keep the severity', () => {
    for (const caller of ['eoa', 'anyone', 'unknown'] as const)
      assert.equal(severityFor('high', caller, subject), 'high')
  })
  test('several keys and a waiting time never leave it above medium', () => {
    assert.equal(severityFor('critical', 'multisig', subject), 'medium')
    assert.equal(severityFor('high', 'timelock', subject), 'low')
    assert.equal(severityFor('low', 'timelock', subject), 'info')
  })
  test('other code lowers it by a step', () => assert.equal(severityFor('critical', 'contract', subject), 'high'))
  test('what a well-known service may do is at most low', () => {
    const known = contract(TOKEN, { labels: [label('token', 'Tether USD')] })
    assert.equal(severityFor('critical', 'eoa', known), 'low')
    assert.equal(severityFor('info', 'eoa', known), 'info')
  })
  test('a publicly submitted name, or a name beside an accusation, lowers nothing', () => {
    const named = contract(TOKEN, { labels: [{ ...label('token'), confidence: 'low' }] })
    const accused = contract(TOKEN, { labels: [label('token'), label('scammer')] })
    assert.equal(severityFor('critical', 'eoa', named), 'critical')
    assert.equal(severityFor('critical', 'eoa', accused), 'critical')
  })
})
