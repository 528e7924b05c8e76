import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeedbackStore } from '../../domain/ports/feedback.ts'
import type { Store } from '../openStore.ts'

const NOW = 1_790_000_000_000

export function feedbackConforms(store: () => Store): void {
  const said = (accountId: string, more: object = {}): Parameters<FeedbackStore['add']>[0] => ({
    accountId,
    environment: 'live',
    keyId: 'key_1',
    entity: 'https://example.org/claim',
    entityType: 'url',
    chain: null,
    type: 'false_positive',
    note: 'our own site\0, \ud800',
    appeal: null,
    createdAt: NOW,
    ...more,
  })
  const decision = { status: 'accepted', resolution: 'seen', actor: 'cli:ada', now: NOW + 5, word: null } as const

  test('an appeal comes back as it was given', async () => {
    const verdict = { riskScore: 1, riskLevel: 'safe', recommendation: 'SAFE', complete: true, rulesetVersion: '1' }
    const at = '2026-11-28T00:00:00.000Z'
    const before = { ...verdict, blockNumber: null, at }
    const appeal = {
      requestId: 'r1',
      rejudgedAs: null,
      kind: 'contract',
      before,
      after: before,
      gone: [{ id: 'a', severity: 'low', title: 'A' }],
      come: [],
      changed: [],
      sameRules: true,
      claims: [],
    } as const
    const { id } = await store().feedback.add(said('acc_fb_appeal', { appeal }))
    assert.deepEqual((await store().feedback.get(id))?.appeal, appeal)
  })

  test('feedback comes back as it was given, open', async () => {
    const given = await store().feedback.add(said('acc_fb'))
    assert.match(given.id, /^fb_[0-9a-f]{32}$/)
    assert.deepEqual([given.status, given.resolvedBy, given.note], ['open', null, 'our own site, \ufffd'])
    assert.deepEqual(await store().feedback.get(given.id), given)
    assert.equal(await store().feedback.get('fb_other'), null)
  })

  test('it is decided once, and the audit trail says by whom', async () => {
    const { id } = await store().feedback.add(said('acc_fb'))
    const resolved = await store().feedback.resolve(id, decision)
    assert.deepEqual([resolved?.status, resolved?.resolvedBy, resolved?.resolvedAt], ['accepted', 'cli:ada', NOW + 5])
    assert.equal(await store().feedback.resolve(id, { ...decision, status: 'rejected' }), null)
    assert.deepEqual(await store().feedback.get(id), resolved)
    const [record] = await store().intel.audit({ limit: 1, before: null })
    assert.deepEqual(
      [record?.action, record?.actor, record?.subject, record?.detail],
      ['feedback.accepted', 'cli:ada', 'url https://example.org/claim', `${id}: false_positive; seen`],
    )
  })

  test('of two who decide at once one does', async () => {
    const { id } = await store().feedback.add(said('acc_fb'))
    const both = await Promise.all([
      store().feedback.resolve(id, decision),
      store().feedback.resolve(id, { ...decision, status: 'rejected' }),
    ])
    assert.equal(both.filter((one) => one !== null).length, 1)
  })

  test('what was rejected long ago is forgotten, and nothing else', async () => {
    const DAY = 86_400_000
    const add = async (decided: { status: 'accepted' | 'rejected'; now: number } | null) => {
      const { id } = await store().feedback.add(said('acc_fb_old', { createdAt: NOW - 900 * DAY }))
      if (decided !== null) await store().feedback.resolve(id, { ...decision, ...decided })
      return id
    }
    const long = NOW - 400 * DAY - 1
    const open = await add(null)
    const accepted = await add({ status: 'accepted', now: long })
    const rejected = await add({ status: 'rejected', now: long })
    const lately = await add({ status: 'rejected', now: long + 1 })
    await store().feedback.prune(NOW)
    const left = []
    for (const id of [open, accepted, rejected, lately]) if (await store().feedback.get(id)) left.push(id)
    assert.deepEqual(left, [open, accepted, lately])
  })

  test('of two who decide at once one does, and a word is said only by the one who accepted', async () => {
    for (let round = 0; round < 20; round++) {
      const value = `round-${round}.example`
      const { id } = await store().feedback.add(said('acc_fb', { entity: `https://${value}/` }))
      const word = {
        kind: 'host' as const,
        value,
        chain: null,
        verdict: 'allow' as const,
        label: null,
        note: 'seen',
        actor: 'cli:ada',
        createdAt: NOW,
      }
      const accept = () => store().feedback.resolve(id, { ...decision, word })
      const reject = () => store().feedback.resolve(id, { ...decision, status: 'rejected' })
      await Promise.all(round % 2 === 0 ? [accept(), reject()] : [reject(), accept()])
      const kept = await store().feedback.get(id)
      const isSaid = (await store().intel.overrides()).some((one) => one.value === value)
      assert.equal(isSaid, kept?.status === 'accepted', `${kept?.status}, and the word is ${isSaid ? '' : 'not '}said`)
    }
  })

  test('a word that cannot be kept leaves it open', async () => {
    const { id } = await store().feedback.add(said('acc_fb'))
    const word = {
      kind: 'host' as const,
      value: 'x'.repeat(10_000),
      chain: null,
      verdict: 'allow' as const,
      label: null,
      note: 'seen',
      actor: 'cli:ada',
      createdAt: NOW,
    }
    await assert.rejects(store().feedback.resolve(id, { ...decision, word }), RangeError)
    assert.equal((await store().feedback.get(id))?.status, 'open')
  })

  test('pages are complete and disjoint: open ones oldest first, of any status newest first', async () => {
    const ids: string[] = []
    for (let at = 0; at < 5; at++) ids.unshift((await store().feedback.add(said('acc_fb_pages'))).id)
    await store().feedback.resolve(ids[2] ?? '', { ...decision, status: 'rejected' })
    const pages = async (status: 'open' | null) => {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const page = await store().feedback.list({ status, limit: 2, cursor })
        seen.push(...page.feedback.map(({ id }) => id))
        cursor = page.nextCursor
      } while (cursor !== null)
      return seen.filter((id) => ids.includes(id))
    }
    assert.deepEqual(await pages(null), ids)
    assert.deepEqual(await pages('open'), ids.filter((_, at) => at !== 2).reverse())
    await assert.rejects(store().feedback.list({ status: null, limit: 2, cursor: "1' or 1" }), RangeError)
  })
}
