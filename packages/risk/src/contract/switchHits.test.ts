import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Hit } from '../engine/finding.ts'
import { call, flip, IMPLEMENTATION, OWNER, privileged, TOKEN, trade } from '../testing/sampleContract.ts'
import { contract } from '../testing/sampleFacts.ts'
import { switchHits } from './switchHits.ts'

const token = { standard: 'erc20', symbol: 'PLAIN', name: 'Plain Token', decimals: 18 } as const
const market = { subject: contract(TOKEN), token, trade: trade() }
const rule = { words: () => 'no account can sell', severity: () => 'critical' as const }

function hitsOf(...given: Parameters<typeof switchHits>): Hit[] {
  const verdict = switchHits(...given)
  return Array.isArray(verdict) ? verdict : assert.fail(JSON.stringify(verdict))
}

describe('switchHits', () => {
  test('evidence is what a person needs to repeat it', () => {
    const flipped = flip('setFee(uint256)', { calls: [call('setFee(uint256)', ['100'])], after: { reason: 'closed' } })
    const [hit] = hitsOf({ switches: [flipped], privileged: [privileged()], ...market }, rule)
    assert.match(
      hit?.description ?? '',
      /^A single key \(0x.*\) can call setFee\(100\), and then no account can sell\. Confirmed in simulation\.$/,
    )
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
      hits: 'all-holders',
      before: 'buy 0 %, transfer 0 %, sell 0 %',
      after: 'buy 0 %, transfer 0 %, sell fails',
      reason: 'closed',
    })
  })

  test('two calls are listed, and are as hard to make as the harder one', () => {
    const admin = privileged({ address: IMPLEMENTATION, account: 'timelock' })
    const calls = [call('open()'), call('close()', [], { caller: IMPLEMENTATION, callerRole: 'role' })]
    const [hit] = hitsOf(
      { switches: [{ ...flip('open()'), calls }], privileged: [privileged(), admin], ...market },
      rule,
    )
    assert.equal(hit?.severity, 'medium')
    assert.deepEqual(hit?.evidence.calls, [`${OWNER}: open()`, `${IMPLEMENTATION}: close()`])
  })

  test('after ownership is renounced, calls that any account can still make', () => {
    const calls = [call('renounceOwnership()'), call('close(uint256)', ['0'])]
    const [hit] = hitsOf({ switches: [{ ...flip('x()'), calls }], privileged: [privileged()], ...market }, rule)
    assert.match(
      hit?.description ?? '',
      /can call renounceOwnership\(\), after that anyone can call close\(0\), and then/,
    )
  })

  test('a day in public is no trap; a silent or a shorter one is', () => {
    const after = (seconds: number, announced: boolean) => {
      const switches = [{ ...flip('close()'), delay: { seconds, announced } }]
      return hitsOf({ switches, privileged: [privileged()], ...market }, rule)[0]
    }
    assert.equal(after(172_800, true)?.severity, 'low')
    assert.match(after(172_800, true)?.description ?? '', /can call close\(\), and 2 days later no account can sell/)
    assert.equal(after(172_800, false)?.severity, 'critical')
    assert.equal(after(3_600, true)?.severity, 'critical')
    assert.deepEqual([after(3_600, true)?.evidence.delaySeconds, after(3_600, true)?.evidence.announced], [3_600, true])
  })

  test('uncallable functions are left out, and so are capabilities without a rule', () => {
    const burned = { switches: [flip('close()')], privileged: [privileged({ account: 'burned' })], ...market }
    assert.deepEqual(switchHits(burned, rule), [])
    const live = { ...burned, privileged: [privileged()] }
    assert.deepEqual(switchHits(live, { ...rule, severity: () => null }), [])
  })

  test('a failed trade probe is unknown, and a contract that is no token has no trade', () => {
    const none = { switches: [], privileged: [], ...market }
    assert.deepEqual(switchHits({ ...none, trade: null }, rule), { unknown: ['switches'], decisive: false })
    assert.equal(switchHits({ ...none, token: null, trade: null }, rule), 'not-applicable')
  })
})
