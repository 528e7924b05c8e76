import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { after, before, describe, test } from 'node:test'
import { openFeeds, SourceRequestError } from '../../composition/intelligence.ts'
import { SECRET } from '../../store/conformance/world.ts'
import { openStore, type Store } from '../../store/openStore.ts'

const LIST = { location: 'http://127.0.0.1:9/x', format: 'lines', label: 'scammer', options: {} } as const

describe('lists that are added at the same moment', () => {
  let store: Store
  let open: ReturnType<typeof openFeeds>
  before(async () => {
    store = await openStore('sqlite::memory:', SECRET)
    await store.migrate()
    open = openFeeds(store.intel, { cacheDir: tmpdir(), egressAllow: [] })
  })
  after(async () => {
    await open.close()
    await store.close()
  })

  test('get ids of their own', async () => {
    const added = await Promise.all([1, 2, 3, 4].map(() => open.feeds.add(LIST, 'test')))
    assert.equal(new Set(added.map(({ id }) => id)).size, 4)
  })

  test('cannot both have the id that was asked for, and the later is told so', async () => {
    const both = await Promise.allSettled([1, 2].map(() => open.feeds.add({ ...LIST, id: 'mine' }, 'test')))
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    const refused = both.find((one) => one.status === 'rejected')
    assert.ok(refused?.reason instanceof SourceRequestError)
  })
})
