import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SignedPermission } from '../../domain/signedPermission.ts'
import { judgeSigned, NOTHING, OPEN, type SignedReading, signedEvent } from './judgeSigned.ts'

const TOKEN = `0x${'c'.repeat(40)}` as const
const SPENDER = `0x${'d'.repeat(40)}` as const
const AT = 1_800_000_000
const STATE = { codeHash: 'a', implementation: null, admin: null, owner: SPENDER }
const THRESHOLD = 60

const signature = (more: Partial<SignedPermission> = {}, deadline: number | null = AT + 60): SignedPermission => ({
  place: 'permit',
  subject: {
    kind: 'signature',
    signature: {
      standard: 'permit-signature',
      keeper: TOKEN,
      holder: SPENDER,
      id: 3n,
      assets: [],
      description: '5 TKN',
      unlimited: false,
      deadline,
      scan: { requestId: 'r1', scannedAt: AT * 1_000, origin: null, primaryType: 'Permit', riskLevel: 'low' },
    },
  },
  requestId: 'r1',
  scannedAt: AT * 1_000,
  origin: 'https://app.example',
  riskLevel: 'low',
  left: OPEN,
  holderState: STATE,
  ...more,
})
const approval = (more: Partial<SignedPermission> = {}): SignedPermission => ({
  ...signature(),
  place: 'approval',
  subject: { kind: 'approval', standard: 'erc20', token: TOKEN, holder: SPENDER, symbol: 'TKN' },
  left: '100',
  ...more,
})
const reading = (more: Partial<SignedReading> = {}, seconds = 0): SignedReading => ({
  block: { number: 9n, timestamp: BigInt(AT + seconds) },
  left: OPEN,
  holderState: STATE,
  score: { riskScore: 25, riskLevel: 'low' },
  ...more,
})
const statuses = (...asked: [SignedPermission, SignedReading]) => {
  const { told, next } = judgeSigned(...asked, THRESHOLD)
  return [told.map(({ status }) => status), next === null ? 'over' : 'watched']
}

describe('a signed permission', () => {
  test('that is as it was says nothing', () => {
    assert.deepEqual(statuses(signature(), reading()), [[], 'watched'])
    assert.deepEqual(statuses(approval(), reading({ left: '100' })), [[], 'watched'])
    assert.deepEqual(statuses(approval(), reading({ left: '500' })), [[], 'watched'])
  })

  test('is used: a signature whole, an approval in part or whole', () => {
    assert.deepEqual(statuses(signature(), reading({ left: NOTHING })), [['used'], 'over'])
    assert.deepEqual(statuses(signature(), reading({ left: NOTHING }, 99)), [['used'], 'over'])
    assert.deepEqual(statuses(approval(), reading({ left: '40' })), [['used'], 'watched'])
    assert.deepEqual(statuses(approval(), reading({ left: NOTHING })), [['used'], 'over'])
  })

  test('a signature that is over at the first look is no news', () => {
    assert.deepEqual(statuses(signature({ left: null }), reading({ left: NOTHING })), [[], 'over'])
    assert.deepEqual(statuses(signature({ left: null }), reading({}, 99)), [[], 'over'])
  })

  test('an approval that is not on chain is waited for, for a day', () => {
    assert.deepEqual(statuses(approval({ left: null }), reading({ left: NOTHING })), [[], 'watched'])
    assert.deepEqual(statuses(approval({ left: null }), reading({ left: NOTHING }, 90_000)), [[], 'over'])
  })

  test('a signature expires at its deadline, and one without any never', () => {
    assert.deepEqual(statuses(signature(), reading({}, 60)), [[], 'watched'])
    assert.deepEqual(statuses(signature(), reading({}, 61)), [['expired'], 'over'])
    assert.deepEqual(statuses(signature({}, null), reading({}, 9e8)), [[], 'watched'])
  })

  test('says what of its spender is another, once it was read before', () => {
    const holderState = { ...STATE, implementation: TOKEN, owner: null }
    const { told } = judgeSigned(signature(), reading({ holderState }), THRESHOLD)
    assert.deepEqual(told, [{ status: 'changed', changed: ['implementation', 'owner'] }])
    assert.deepEqual(statuses(signature({ holderState: null }), reading({ holderState })), [[], 'watched'])
  })

  test('is dangerous at the threshold of the monitor, and told once a level', () => {
    const score = { riskScore: 85, riskLevel: 'critical' } as const
    assert.deepEqual(statuses(signature(), reading({ score })), [['dangerous'], 'watched'])
    assert.deepEqual(statuses(signature({ riskLevel: 'critical' }), reading({ score })), [[], 'watched'])
    assert.deepEqual(statuses(signature(), reading({ score: { riskScore: 59, riskLevel: 'medium' } })), [[], 'watched'])
  })

  test('what was not read changes nothing', () => {
    const nothing = { left: null, holderState: null, score: null }
    const { told, next } = judgeSigned(approval(), reading(nothing), THRESHOLD)
    assert.deepEqual([told, next], [[], approval()])
    const { data } = signedEvent(
      { accountId: 'a', environment: 'live', chain: 'ethereum', wallet: TOKEN },
      approval(),
      { status: 'expired', changed: [] },
      { ...reading(nothing), now: 1 },
    )
    assert.deepEqual(JSON.parse(data).unknown, ['riskScore', 'riskLevel', 'left'])
  })
})
