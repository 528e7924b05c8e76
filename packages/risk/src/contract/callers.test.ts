import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Severity } from '../engine/finding.ts'
import { BY_UNPRIVILEGED_CALLER, call, privileged, TOKEN } from '../testing/sampleContract.ts'
import { contract, label, UNKNOWN_CONTRACT } from '../testing/sampleFacts.ts'
import { judgement } from '../testing/testJudgement.ts'
import { actsAsKey, type Caller, callerClassOf, dangerHit, describeDanger, severityFor } from './callers.ts'

const subject = contract(TOKEN)

describe('callerClassOf', () => {
  test('what is behind the caller, by the accounts found', () => {
    for (const account of ['eoa', 'multisig', 'timelock', 'governor', 'contract', 'burned'] as const)
      assert.equal(callerClassOf(call('pause()'), [privileged({ account })]), account)
  })
  test('a stranger counts as anyone, and an unknown caller stays unknown', () => {
    assert.equal(callerClassOf(call('pause()', [], BY_UNPRIVILEGED_CALLER), [privileged()]), 'anyone')
    assert.equal(callerClassOf(call('pause()'), []), 'unknown')
  })
})

const HOUR = 3_600
const of = (needed: number, owners: number): Caller => ({ kind: 'multisig', threshold: { needed, owners } })
const after = (delaySeconds: number, kind: 'timelock' | 'governor' = 'timelock'): Caller => ({ kind, delaySeconds })

// What a critical, a high and a low act comes to.
const WEIGHTS: readonly [string, Caller, readonly [Severity, Severity, Severity]][] = [
  ['any account', { kind: 'anyone' }, ['critical', 'high', 'low']],
  ['one key', { kind: 'eoa' }, ['critical', 'high', 'low']],
  ['an unknown caller', { kind: 'unknown' }, ['critical', 'high', 'low']],
  ['other code', { kind: 'contract' }, ['high', 'medium', 'info']],
  ['a timelock of a minute', after(60), ['high', 'medium', 'info']],
  ['a timelock of an hour', after(HOUR), ['high', 'medium', 'info']],
  ['a timelock a second below a day', after(24 * HOUR - 1), ['high', 'medium', 'info']],
  ['a timelock of a day', after(24 * HOUR), ['medium', 'low', 'info']],
  ['a timelock of thirty days', after(720 * HOUR), ['medium', 'low', 'info']],
  ['a timelock of unknown delay', { kind: 'timelock' }, ['high', 'medium', 'info']],
  ['votes of ten minutes', after(600, 'governor'), ['high', 'medium', 'info']],
  ['votes of nine days, as they are stated', after(216 * HOUR, 'governor'), ['high', 'medium', 'info']],
  ['a multisig of one signature', of(1, 5), ['critical', 'high', 'low']],
  ['two of two signatures', of(2, 2), ['medium', 'low', 'info']],
  ['two of nine signatures', of(2, 9), ['medium', 'low', 'info']],
  ['four of seven signatures', of(4, 7), ['medium', 'low', 'info']],
  ['a multisig of unknown threshold', { kind: 'multisig' }, ['medium', 'low', 'info']],
  ['a burned account', { kind: 'burned' }, ['info', 'info', 'info']],
]

describe('severityFor', () => {
  for (const [name, caller, expected] of WEIGHTS)
    test(name, () => {
      const judged = (['critical', 'high', 'low'] as const).map((one) => severityFor(one, caller, subject))
      assert.deepEqual(judged, expected)
    })
  test('what a well-known service may do is at most low', () => {
    const known = contract(TOKEN, { labels: [label('token', 'Tether USD')] })
    assert.equal(severityFor('critical', { kind: 'eoa' }, known), 'low')
    assert.equal(severityFor('info', { kind: 'eoa' }, known), 'info')
  })
  test('a publicly submitted name, or a name beside an accusation, lowers nothing', () => {
    const named = contract(TOKEN, { labels: [{ ...label('token'), confidence: 'low' }] })
    const accused = contract(TOKEN, { labels: [label('token'), label('scammer')] })
    assert.equal(severityFor('critical', { kind: 'eoa' }, named), 'critical')
    assert.equal(severityFor('critical', { kind: 'eoa' }, accused), 'critical')
  })
})

describe('actsAsKey', () => {
  test('a key, and what needs no second key and no time', () => {
    for (const one of [
      privileged(),
      privileged({ account: 'contract', commandedBy: TOKEN }),
      privileged({ account: 'multisig', threshold: { needed: 1, owners: 3 } }),
    ])
      assert.equal(actsAsKey(one), true, JSON.stringify(one))
  })
  test('several keys, time and other code are none', () => {
    for (const account of ['multisig', 'timelock', 'governor', 'contract', 'burned'] as const)
      assert.equal(actsAsKey(privileged({ account })), false, account)
    assert.equal(actsAsKey(privileged({ account: 'timelock', delaySeconds: 600 })), false)
  })
})

describe('what is said of a contract that another scan speaks of', () => {
  const [spender] = Object.values(judgement(UNKNOWN_CONTRACT, 'unknown'))
  const [drainer] = Object.values(judgement(UNKNOWN_CONTRACT, 'critical'))
  assert.ok(spender && drainer)

  test('little that is known is no danger, and not safe', () => {
    const { title, description, atLeast } = dangerHit(spender, 'medium', { what: 'You allow it to spend DAI' })
    assert.deepEqual([title, atLeast], ['Contract of unknown risk', 40])
    assert.match(description, /found no harm in this contract, and too little to call it safe\..* medium \(40 of 100\)/)
    assert.match(describeDanger('the spender', spender), /found no harm in the spender, and too little to call it safe/)
  })

  test('a finding is', () => {
    const { title, description } = dangerHit(drainer, 'critical', { what: 'You allow it to spend DAI' })
    assert.equal(title, undefined)
    assert.match(description, /rates this contract critical \(87 of 100\).*Drain of approved tokens/)
    assert.match(describeDanger('the spender', drainer), /rates the spender critical .* Drain of approved tokens/)
  })
})
