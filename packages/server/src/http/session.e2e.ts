import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cookieOf, startTestWorld } from './testing/testWorld.ts'

describe('a session', () => {
  test('is opened by a link, once, and tells who is signed in', async () => {
    await using world = await startTestWorld()
    await world.addKey()
    const { store } = world.storage
    const { now } = world.clock
    const member = await store.members.create({ accountId: 'account-1', name: 'ada', role: 'owner', now })
    const token = await store.oneTimeTokens.create({ purpose: 'link', memberId: member.id, expiresAt: null, now })
    const answer = await world.call('POST', '/v1/session/link', { body: { token } })
    assert.equal(answer.status, 200, answer.text)
    assert.match(
      answer.headers.get('set-cookie') ?? '',
      /^redoubt_session=rds_[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    const session = await world.call('GET', '/v1/session', { headers: { cookie: cookieOf(answer) } })
    assert.deepEqual(session.json.data, answer.json.data)
    assert.equal(session.json.data.member.name, 'ada')
    const again = await world.call('POST', '/v1/session/link', { body: { token } })
    assert.equal(again.json.error.code, 'SIGN_IN_FAILED')
  })

  test('opens what keys open, in the environment that the header names', async () => {
    await using world = await startTestWorld()
    const browser = await world.signIn()
    assert.equal((await browser.call('GET', '/v1/scans')).status, 200)
    const key = await browser.call('POST', '/v1/auth/keys', {
      body: { name: 'made here', scopes: ['scan:read'] },
      headers: { 'x-environment': 'test' },
    })
    assert.equal(key.status, 201, key.text)
    assert.equal(key.json.data.environment, 'test')
    assert.equal(key.json.data.createdBy, browser.memberId)
  })
})
