import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore } from '../../store/openStore.ts'
import { createFirstLink } from './firstLink.ts'

test('the first link is for one owner, whichever start made it, and there is none once it was used', async () => {
  const store = await openStore('sqlite::memory:', null)
  await store.migrate()
  const now = () => 1_790_000_000_000
  const first = () => createFirstLink({ ...store, now })
  const [one, two] = [await first(), await first()]
  assert.deepEqual([one?.member.name, one?.account.name, one?.account.operator], ['owner', 'bootstrap', true])
  assert.equal(two?.member.id, one?.member.id)
  const taken = await store.oneTimeTokens.take('link', one?.token ?? '', now() + 400 * 86_400_000)
  assert.equal(taken?.memberId, one?.member.id, 'it lasts')
  const memberId = one?.member.id ?? ''
  await store.sessions.create({ memberId, method: 'link', address: '::1', userAgent: '', now: now() })
  assert.equal(await first(), null)
  await store.close()
})

test('of several accounts without an operator none is chosen', async () => {
  const store = await openStore('sqlite::memory:', null)
  await store.migrate()
  for (const name of ['acme', 'umbrella']) await store.accounts.create({ name, plan: 'pro' })
  assert.equal(await createFirstLink({ ...store, now: Date.now }), null)
  assert.equal((await store.accounts.list()).length, 2)
  await store.close()
})
