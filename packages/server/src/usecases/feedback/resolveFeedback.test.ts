import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Feedback, FeedbackDecision } from '../../domain/feedback.ts'
import { createResolveFeedback, type FeedbackPorts } from './resolveFeedback.ts'

const HOST = { kind: 'host', value: 'a.example' } as const
const ADDRESS = { kind: 'address', value: `0x${'ab'.repeat(20)}` } as const
const reported: Feedback = {
  id: 'fb_1',
  accountId: 'acc_1',
  keyId: 'key_1',
  note: '',
  resolvedBy: null,
  resolvedAt: null,
  resolution: null,
  appeal: null,
  createdAt: 1,
  entity: 'https://a.example/',
  entityType: 'url',
  chain: null,
  type: 'false_positive',
  status: 'open',
  environment: 'live',
}
const accepting: FeedbackDecision = {
  status: 'accepted',
  note: 'seen',
  label: null,
  wholeHost: false,
  ofTestKey: false,
  actor: 'cli:ada',
}

type Ports = Partial<FeedbackPorts> & { keep?: (word: object) => Promise<unknown> }

/** One report as the store keeps it; `done` is what was said and marked. `keep` fails when the word cannot be kept. */
function world(more: Partial<Feedback> = {}, { keep, ...ports }: Ports = {}) {
  let kept: Feedback = { ...reported, ...more }
  const done: object[] = []
  const resolve = createResolveFeedback(
    {
      get: async (id) => (id === kept.id ? kept : null),
      async resolve(_, { status, resolution, actor, now, word }) {
        if (kept.status !== 'open') return null
        // Both or neither.
        if (word !== null && keep !== undefined) await keep(word)
        if (word !== null) done.push(word)
        kept = { ...kept, status }
        done.push({ marked: status, resolution, actor, now })
        return kept
      },
      keyOf: () => HOST,
      isShared: () => false,
      ...ports,
    },
    () => 5,
  )
  return {
    done,
    decide: (decision: Partial<FeedbackDecision> = {}, id = 'fb_1') => resolve(id, { ...accepting, ...decision }),
  }
}
const refuses = (message: RegExp) => ({ code: 'VALIDATION_ERROR', message })

describe('createResolveFeedback', () => {
  test('a false positive is allowed, with the mark on the report', async () => {
    const { decide, done } = world()
    assert.equal((await decide()).status, 'accepted')
    assert.deepEqual(done, [
      { ...HOST, chain: null, verdict: 'allow', label: null, note: 'seen', actor: 'cli:ada', createdAt: 5 },
      { marked: 'accepted', resolution: 'seen', actor: 'cli:ada', now: 5 },
    ])
  })

  test('a false negative is denied with the operator’s label, on the network of the report', async () => {
    const missed = { type: 'false_negative', entityType: 'address', chain: 'bsc' } as const
    const { decide, done } = world(missed, { keyOf: () => ADDRESS })
    await decide({ label: 'phishing' })
    assert.deepEqual(done[0], {
      ...ADDRESS,
      chain: 'bsc',
      verdict: 'deny',
      label: 'phishing',
      note: 'seen',
      actor: 'cli:ada',
      createdAt: 5,
    })
  })

  test('what is rejected says no word', async () => {
    const { decide, done } = world({ entityType: 'transaction' })
    assert.equal((await decide({ status: 'rejected' })).status, 'rejected')
    assert.deepEqual(done, [{ marked: 'rejected', resolution: 'seen', actor: 'cli:ada', now: 5 }])
  })

  test('is decided once', async () => {
    const { decide } = world()
    await assert.rejects(decide({}, 'fb_other'), { code: 'NOT_FOUND' })
    await decide()
    await assert.rejects(decide({ status: 'rejected' }), { code: 'CONFLICT' })
  })

  test('of two who decide at once the later is told', async () => {
    const { decide } = world()
    const both = await Promise.allSettled([decide(), decide({ status: 'rejected' })])
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  })

  for (const [what, more, ports, decision, message] of [
    ['a transaction', { entityType: 'transaction' }, {}, {}, /feedback on a transaction cannot be accepted/],
    ['what no list can name', {}, { keyOf: () => null }, {}, /no list can name/],
    ['an accusation without a label', { type: 'false_negative' }, {}, {}, /body\.label: missing/],
    ['a label of what is allowed', {}, {}, { label: 'phishing' }, /leave it out/],
    ['what a test key said', { environment: 'test' }, {}, {}, /came from a test key/],
    ['a host that strangers share', {}, { isShared: () => true }, {}, /strangers share a\.example/],
    [
      'a word that cannot be kept',
      {},
      { keep: () => Promise.reject(new RangeError('too many words')) },
      {},
      /too many words/,
    ],
  ] as const)
    test(`refuses ${what}, and leaves the report open`, async () => {
      const { decide, done } = world(more, ports)
      await assert.rejects(decide(decision), refuses(message))
      assert.deepEqual(done, [])
      assert.equal((await decide({ status: 'rejected' })).status, 'rejected')
    })

  test('takes a whole shared host with explicit consent', async () => {
    const { decide, done } = world({}, { isShared: () => true })
    await decide({ wholeHost: true })
    assert.equal(done.length, 2)
  })

  test('takes a test key’s report with explicit consent', async () => {
    const { decide, done } = world({ environment: 'test' })
    await decide({ ofTestKey: true })
    assert.equal(done.length, 2)
  })

  test('a store that fails is no mistake of the caller', async () => {
    const broken = world({}, { keep: () => Promise.reject(new Error('disk full')) })
    await assert.rejects(broken.decide(), /disk full/)
  })
})
