import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openMemoryStore } from '../testing/memoryStore.ts'
import { createEvents } from './events.ts'

const OWNER = { accountId: 'acc_1', environment: 'live' } as const
const OTHER = { ...OWNER, accountId: 'acc_2' }
const ALL = { types: null, entity: null, since: null, until: null }

/** Events over a real store in memory. */
async function world() {
  const store = await openMemoryStore()
  const happen = (at: number, owner: typeof OWNER | typeof OTHER = OWNER) =>
    store.outbox.enqueue({ ...owner, type: 'approval.new', entity: null, data: `{"n":${at}}`, identity: null, at })
  const events = createEvents(store)
  return { events, happen, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() }
}
const times = (page: { events: { at: number }[] }) => page.events.map(({ at }) => at)

describe('events of an account', () => {
  test('newest first, page by page, to the end', async () => {
    await using made = await world()
    for (const at of [1, 2, 3]) await made.happen(at)
    const first = await made.events.list(OWNER, { ...ALL, order: 'newest', limit: 2, cursor: null })
    assert.deepEqual([times(first), first.hasMore], [[3, 2], true])
    const rest = await made.events.list(OWNER, { ...ALL, order: 'newest', limit: 2, cursor: first.nextCursor })
    assert.deepEqual([times(rest), rest.hasMore, rest.nextCursor], [[1], false, null])
  })

  test('oldest first, a reader who goes on from the cursor misses none, also at the end', async () => {
    await using made = await world()
    const next = (cursor: string | null) => made.events.list(OWNER, { ...ALL, order: 'oldest', limit: 2, cursor })
    await made.happen(1)
    const first = await next(null)
    assert.deepEqual([times(first), first.hasMore], [[1], false])
    const none = await next(first.nextCursor)
    assert.deepEqual([none.events, none.nextCursor], [[], first.nextCursor])
    await made.happen(2)
    assert.deepEqual(times(await next(none.nextCursor)), [2])
  })

  test('places are sealed: they open for their account alone, and tell no number', async () => {
    await using made = await world()
    await made.happen(1)
    const { nextCursor } = await made.events.list(OWNER, { ...ALL, order: 'oldest', limit: 1, cursor: null })
    for (const cursor of [nextCursor, '1', ''])
      await assert.rejects(made.events.list(OTHER, { ...ALL, order: 'oldest', limit: 1, cursor }), RangeError)
    const [event] = (await made.events.list(OWNER, { ...ALL, order: 'oldest', limit: 1, cursor: null })).events
    assert.equal('seq' in (event ?? {}), false)
    assert.equal((await made.events.get(OWNER, event?.id ?? ''))?.at, 1)
    assert.equal(await made.events.get(OTHER, event?.id ?? ''), null)
  })

  test('news names the owners of what came since, and the end is after all of it', async () => {
    await using made = await world()
    await made.happen(1)
    const { place, owners } = await made.events.news(null)
    assert.deepEqual(owners, [])
    await made.happen(2, OTHER)
    const said = await made.events.news(place)
    assert.deepEqual(said.owners, [OTHER])
    assert.deepEqual((await made.events.news(said.place)).owners, [])
    const cursor = await made.events.end(OTHER)
    assert.deepEqual((await made.events.list(OTHER, { ...ALL, order: 'oldest', limit: 9, cursor })).events, [])
  })
})
