import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ApprovalActivity, type ApprovalMeaning, approvalMeaning } from './activity.ts'

const MAX = 2n ** 256n - 1n
const TOKEN = `0x${'70'.repeat(20)}` as const
const OWNER = `0x${'0a'.repeat(20)}` as const

type Case = [
  title: string,
  kind: ApprovalActivity['grant']['kind'],
  before: bigint | null,
  after: bigint,
  moved: bigint[],
  meaning: ApprovalMeaning,
]
const cases: Case[] = [
  ['a first allowance', 'amount', 0n, 5n, [], 'new'],
  ['more than before', 'amount', 5n, MAX, [], 'new'],
  ['less than before, by its owner', 'amount', MAX, 5n, [], 'new'],
  ['the same again', 'amount', 5n, 5n, [], 'nothing'],
  ['all withdrawn', 'amount', 5n, 0n, [], 'revoked'],
  ['nothing to withdraw', 'amount', 0n, 0n, [], 'nothing'],
  ['used in part', 'amount', 5n, 3n, [2n], 'nothing'],
  ['used up', 'amount', 5n, 0n, [5n], 'nothing'],
  ['used in two parts, of which one is a fee', 'amount', 5n, 0n, [4n, 1n], 'nothing'],
  ['used before something else moved', 'amount', 5n, 3n, [2n, 9n], 'nothing'],
  ['withdrawn beside a payment', 'amount', MAX, 0n, [5n], 'revoked'],
  ['a signature given and used at once', 'amount', 0n, 5n, [5n], 'new'],
  ['a new one, where nothing could be read', 'amount', null, 5n, [5n], 'new'],
  ['withdrawn, where nothing could be read', 'amount', null, 0n, [], 'revoked'],
  ['through Permit2', 'permit2', 0n, 5n, [], 'new'],
  ['locked down', 'permit2', 5n, 0n, [], 'revoked'],
  ['a whole collection', 'operator', 0n, 1n, [], 'new'],
  ['a whole collection again', 'operator', 1n, 1n, [], 'nothing'],
  ['a collection withdrawn while an item moves', 'operator', 1n, 0n, [1n], 'revoked'],
]

describe('what an approval log means', () => {
  for (const [title, kind, before, after, moved, meaning] of cases)
    test(title, () => {
      const grant = { kind, token: TOKEN, owner: OWNER, spender: TOKEN, tokenId: null, after, expiration: null }
      const all = moved.map((amount) => ({ amount, tokenId: null }))
      assert.equal(approvalMeaning({ grant, moved: all }, before), meaning)
    })

  test('an item that moves forgets its approval, and no other does', () => {
    const grant = {
      kind: 'token',
      token: TOKEN,
      owner: OWNER,
      spender: OWNER,
      tokenId: 7n,
      after: 0n,
      expiration: null,
    } as const
    assert.equal(approvalMeaning({ grant, moved: [{ amount: 1n, tokenId: 7n }] }, 1n), 'nothing')
    assert.equal(approvalMeaning({ grant, moved: [{ amount: 1n, tokenId: 8n }] }, 1n), 'revoked')
    assert.equal(approvalMeaning({ grant, moved: [] }, 0n), 'nothing')
    assert.equal(approvalMeaning({ grant: { ...grant, after: 1n }, moved: [] }, 0n), 'new')
  })
})
