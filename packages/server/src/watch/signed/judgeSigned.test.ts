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
  block: 8n,
  told: 0,
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
  test('whose contract tells the time is expired when the contract says that it is over, and not before', () => {
    const signed = signature()
    assert.ok(signed.subject.kind === 'signature')
    const order = { ...signed.subject.signature, standard: 'cow-order-signature' as const }
    const cow = (left: string | null) => signature({ left, subject: { kind: 'signature', signature: order } })
    assert.deepEqual(statuses(cow(OPEN), reading({ left: OPEN }, 120)), [[], 'watched'])
    assert.deepEqual(statuses(cow(OPEN), reading({ left: null }, 120)), [[], 'watched'])
    assert.deepEqual(statuses(cow(OPEN), reading({ left: NOTHING }, 120)), [['expired'], 'over'])
    assert.deepEqual(statuses(cow(OPEN), reading({ left: NOTHING })), [['used'], 'over'])
    // It never answered: nothing is known of it.
    assert.deepEqual(statuses(cow(null), reading({ left: null }, 120)), [[], 'over'])
  })

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

  test('an approval that was given, used and taken back between two looks is told once', () => {
    const use = `0x${'77'.repeat(32)}` as const
    const unseen = approval({ left: null })
    const { told, next } = judgeSigned(
      unseen,
      reading({ left: NOTHING, usedBy: use, lookedFor: { usesTo: 9n } }),
      THRESHOLD,
    )
    assert.deepEqual([told.map((one) => [one.status, one.transactionHash]), next?.left], [[['used', use]], null])
    assert.equal(next?.usesTo, 9n)
    for (const usedBy of [null, 'unlooked'] as const)
      assert.deepEqual(statuses(unseen, reading({ left: NOTHING, usedBy })), [[], 'watched'])
  })

  test('an approval that is used before its first look is news', () => {
    const use = `0x${'77'.repeat(32)}` as const
    assert.deepEqual(statuses(approval({ left: null }), reading({ left: '40', usedBy: use })), [['used'], 'watched'])
    assert.deepEqual(statuses(approval({ left: null }), reading({ left: '40', usedBy: null })), [[], 'watched'])
  })

  test('a signature that is over at the first look is news, unless it was used before its scan', () => {
    const used = (wasLeft: string | null) => statuses(signature({ left: null }), reading({ left: NOTHING, wasLeft }))
    assert.deepEqual([OPEN, null, NOTHING].map(used), [
      [['used'], 'over'],
      [['used'], 'over'],
      [[], 'over'],
    ])
    assert.deepEqual(statuses(signature({ left: null }), reading({}, 99)), [[], 'over'])
  })

  test('an order that is filled in part is used each time, and over when nothing is left', () => {
    assert.deepEqual(statuses(signature(), reading({ left: '0.4' })), [['used'], 'watched'])
    assert.deepEqual(statuses(signature({ left: '0.4' }), reading({ left: '0.4' })), [[], 'watched'])
    assert.deepEqual(statuses(signature({ left: '0.4' }), reading({ left: '0.000000000000000001' })), [
      ['used'],
      'watched',
    ])
    assert.deepEqual(statuses(signature({ left: '0.4' }), reading({ left: NOTHING })), [['used'], 'over'])
    const first = (wasLeft: string | null) => statuses(signature({ left: null }), reading({ left: '0.4', wasLeft }))
    assert.deepEqual([OPEN, null, '0.4'].map(first), [
      [['used'], 'watched'],
      [['used'], 'watched'],
      [[], 'watched'],
    ])
  })

  test('an approval without an end is used where a transaction shows it', () => {
    const left = String(2n ** 256n - 1n)
    const [usedBy, endless] = [`0x${'e'.repeat(64)}` as const, approval({ left })]
    assert.deepEqual(statuses(endless, reading({ left, usedBy })), [['used'], 'watched'])
    assert.deepEqual(statuses(endless, reading({ left, usedBy: null })), [[], 'watched'])
    const { told, next } = judgeSigned(endless, reading({ left, usedBy, lookedFor: { usesTo: 9n } }), THRESHOLD)
    assert.deepEqual([told[0]?.transactionHash, next?.usesTo], [usedBy, 9n])
    // One that fell was used by it; and of one where too much happened no transaction is named.
    const fell = judgeSigned(endless, reading({ left: String(2n ** 200n), usedBy }), THRESHOLD).told
    assert.deepEqual(fell, [{ status: 'used', changed: [], transactionHash: usedBy }])
    const unlooked = judgeSigned(endless, reading({ left, usedBy: 'unlooked' }), THRESHOLD).told
    assert.deepEqual(unlooked, [{ status: 'used', changed: [] }])
    // What was not looked for is looked for the next time.
    assert.equal(judgeSigned({ ...endless, usesTo: 5n }, reading({ left }), THRESHOLD).next?.usesTo, 5n)
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

  test('a block before that of the last look says nothing', () => {
    for (const permission of [approval({ block: 10n }), signature({ block: 10n })]) {
      const { told, next } = judgeSigned(permission, reading({ left: NOTHING }, 99), THRESHOLD)
      assert.deepEqual([told, next], [[], permission])
    }
  })

  test('an approval whose time was over with some of it left was not used', () => {
    assert.deepEqual(statuses(approval(), reading({ left: NOTHING, isExpired: true })), [['expired'], 'over'])
    assert.deepEqual(statuses(approval({ left: null }), reading({ left: NOTHING, isExpired: true })), [[], 'watched'])
  })

  test('a level that was not told is not the last one told', () => {
    const seen = [25, 59, 85, 25, 85].map((riskScore) => ({
      riskScore,
      riskLevel: riskScore > 80 ? ('critical' as const) : riskScore > 50 ? ('medium' as const) : ('low' as const),
    }))
    let permission = signature()
    const told = seen.map((score) => {
      const judged = judgeSigned(permission, reading({ score }), THRESHOLD)
      permission = judged.next ?? assert.fail('it is watched still')
      return [judged.told.length, permission.riskLevel]
    })
    assert.deepEqual(told, [
      [0, 'low'],
      [0, 'low'],
      [1, 'critical'],
      [0, 'critical'],
      [0, 'critical'],
    ])
  })

  test('a state that comes back is told again', () => {
    const states = ['b', 'a', 'b', 'a'].map((codeHash) => ({ ...STATE, codeHash }))
    let permission = approval({ left: '100' })
    const identities = states.map((holderState) => {
      const look = reading({ left: '100', holderState })
      const { told, next } = judgeSigned(permission, look, THRESHOLD)
      const [one] = told
      assert.ok(one && next)
      const owner = { accountId: 'a', environment: 'live', chain: 'ethereum', wallet: TOKEN } as const
      const { identity } = signedEvent(owner, permission, one, { ...look, now: 1, index: 0 })
      permission = next
      return identity
    })
    assert.equal(new Set(identities).size, states.length)
  })

  test('what was not read changes nothing', () => {
    const nothing = { left: null, holderState: null, score: null }
    const { told, next } = judgeSigned(approval(), reading(nothing), THRESHOLD)
    assert.deepEqual([told, next], [[], approval({ block: 9n })])
    const { data } = signedEvent(
      { accountId: 'a', environment: 'live', chain: 'ethereum', wallet: TOKEN },
      approval(),
      { status: 'expired', changed: [] },
      { ...reading(nothing), now: 1, index: 0 },
    )
    assert.deepEqual(JSON.parse(data).unknown, ['riskScore', 'riskLevel', 'left'])
  })
})
