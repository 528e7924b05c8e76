import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { call, flip, IMPLEMENTATION, OWNER, privileged, TOKEN } from '../sampleContract.ts'
import { contract } from '../sampleFacts.ts'
import { switchHits } from './switchHits.ts'

const subject = contract(TOKEN)
const rule = { words: () => 'nobody can sell', severity: () => 'critical' as const }

describe('switchHits', () => {
  test('evidence is what a person needs to repeat it', () => {
    const flipped = flip('setFee(uint256)', { calls: [call('setFee(uint256)', ['100'])], after: { reason: 'closed' } })
    const [hit] = switchHits({ switches: [flipped], privileged: [privileged()], subject }, rule)
    assert.match(hit?.description ?? '', /^One key \(0x.*\) can call setFee\(100\), and then nobody can sell\.$/)
    assert.deepEqual(hit?.evidence, {
      function: 'setFee(uint256)',
      selector: '0x69fe0e2d',
      args: ['100'],
      caller: OWNER,
      callerRole: 'owner',
      callerClass: 'eoa',
      by: 'owner()',
      state: 'effective',
      effect: 'stops-sales',
      hits: 'everybody',
      before: 'buy 0 %, transfer 0 %, sell 0 %',
      after: 'buy 0 %, transfer 0 %, sell fails',
      reason: 'closed',
    })
  })

  test('two calls are listed, and are as hard to make as the harder one', () => {
    const admin = privileged({ address: IMPLEMENTATION, account: 'timelock' })
    const calls = [call('open()'), call('close()', [], { caller: IMPLEMENTATION, callerRole: 'role' })]
    const [hit] = switchHits(
      { switches: [{ ...flip('open()'), calls }], privileged: [privileged(), admin], subject },
      rule,
    )
    assert.equal(hit?.severity, 'medium')
    assert.deepEqual(hit?.evidence.calls, [`${OWNER}: open()`, `${IMPLEMENTATION}: close()`])
  })

  test('what nobody can call any more is left out, as is what the rule has no opinion on', () => {
    const burned = { switches: [flip('close()')], privileged: [privileged({ account: 'burned' })], subject }
    assert.deepEqual(switchHits(burned, rule), [])
    const live = { ...burned, privileged: [privileged()] }
    assert.deepEqual(switchHits(live, { ...rule, severity: () => null }), [])
  })
})
