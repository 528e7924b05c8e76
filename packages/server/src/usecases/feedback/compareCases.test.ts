import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CaseResult, compareCases } from './compareCases.ts'

const finding = (id: string, severity: CaseResult['warnings'][number]['severity'] = 'high') => ({
  id,
  severity,
  title: id.toUpperCase(),
})
const RESULT: CaseResult = {
  riskScore: 70,
  riskLevel: 'high',
  recommendation: 'AVOID',
  complete: true,
  rulesetVersion: '1',
  blockNumber: '5',
  warnings: [finding('stays'), finding('goes'), finding('eases', 'critical'), finding('eases', 'low')],
  contractDetails: { verified: false },
  privileged: [{ address: '0xAB', by: 'owner', account: 'eoa' }],
}
const [THEN, NOW] = ['2026-11-20T00:00:00.000Z', '2026-11-28T00:00:00.000Z']

test('says which findings went, came and changed, by the worst of each id', () => {
  const warnings = [finding('stays'), finding('comes', 'low'), finding('eases', 'medium')]
  const compared = compareCases(
    { result: RESULT, at: THEN },
    { result: { ...RESULT, riskScore: 45, riskLevel: 'medium', warnings, rulesetVersion: '2' }, at: NOW },
    [],
  )
  assert.deepEqual(compared.gone, [{ id: 'goes', severity: 'high', title: 'GOES' }])
  assert.deepEqual(compared.come, [{ id: 'comes', severity: 'low', title: 'COMES' }])
  assert.deepEqual(compared.changed, [{ id: 'eases', severity: 'medium', title: 'EASES', was: 'critical' }])
  assert.deepEqual([compared.before.riskScore, compared.after.riskScore], [70, 45])
  assert.deepEqual([compared.before.at, compared.after.at], [THEN, NOW])
  assert.equal(compared.sameRules, false)
})

test('looks the claims up in the answers', () => {
  const claims = ['verified-source', 'timelock', 'role-change', 'timelock'] as const
  const asked = (changes: Partial<CaseResult>) =>
    compareCases({ result: RESULT, at: THEN }, { result: { ...RESULT, ...changes }, at: NOW }, claims).claims
  assert.deepEqual(asked({}), [
    { claim: 'verified-source', holds: false, held: false },
    { claim: 'timelock', holds: false, held: false },
    { claim: 'role-change', holds: false, held: null },
  ])
  const moved = {
    contractDetails: { verified: true },
    privileged: [{ address: '0xcd', by: 'owner', account: 'timelock' }],
  }
  assert.deepEqual(
    asked(moved).map(({ holds }) => holds),
    [true, true, true],
  )
  // Another spelling of the same account is no change.
  const spelled = asked({ privileged: [{ address: '0xab', by: 'owner', account: 'eoa' }] })
  assert.equal(spelled[2]?.holds, false)
})

test('a claim that the answers say nothing of is neither true nor false', () => {
  const { contractDetails: _, privileged: __, ...transaction } = RESULT
  const { claims } = compareCases({ result: transaction, at: THEN }, { result: transaction, at: NOW }, [
    'verified-source',
    'timelock',
    'role-change',
  ])
  assert.deepEqual(
    claims.map(({ holds, held }) => [holds, held]),
    [
      [null, null],
      [null, null],
      [null, null],
    ],
  )
})

test('power that was not read is no change, and a timelock beside other power is none', () => {
  const account = (of: string, more: object = {}) => ({ address: `0x${of}`, by: `by ${of}`, account: of, ...more })
  const asked = (changes: Partial<CaseResult>, before: Partial<CaseResult> = {}) =>
    compareCases({ result: { ...RESULT, ...before }, at: THEN }, { result: { ...RESULT, ...changes }, at: NOW }, [
      'timelock',
      'role-change',
    ]).claims.map(({ holds }) => holds)
  const timelock = account('timelock')
  const cases: [Partial<CaseResult>, (boolean | null)[]][] = [
    [{ privileged: [timelock] }, [true, true]],
    [{ privileged: [timelock, account('burned')] }, [true, true]],
    [{ privileged: [timelock, account('eoa')] }, [false, true]],
    [{ privileged: [timelock], proxy: { admin: account('eoa') } }, [false, true]],
    [{ privileged: [account('timelock', { commandedBy: '0xab' })] }, [false, true]],
    [{ privileged: [timelock], unknown: ['privileged'] }, [null, null]],
    [{ privileged: [], unknown: ['privileged'] }, [null, null]],
    [{ privileged: [] }, [false, true]],
  ]
  for (const [changes, holds] of cases) assert.deepEqual(asked(changes), holds, JSON.stringify(changes))
  assert.deepEqual(asked({ privileged: [timelock] }, { privileged: [], unknown: ['privileged'] }), [true, null])
})
