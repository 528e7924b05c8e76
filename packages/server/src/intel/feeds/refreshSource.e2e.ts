import assert from 'node:assert/strict'
import { chmod, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { sanctionLists } from '../builtInLabels.ts'
import { addressLines, addressNumber, type FeedServer, listOf, startFeedServer } from './testFeedServer.ts'
import { createFeedWorld, type FeedWorld, HOUR } from './testFeedWorld.ts'

const MINUTE = 60_000

// A list as it is kept current: real server, real database.
describe('refreshing a list', () => {
  let server: FeedServer
  let world: FeedWorld
  let id: string

  before(async () => {
    server = await startFeedServer(listOf(''))
  })
  beforeEach(async () => {
    server.requests.length = 0
    server.answer = listOf(addressLines(10))
    world = await createFeedWorld()
    id = await world.add(`${server.url}/list.txt`)
  })
  afterEach(async () => {
    assert.deepEqual(await world.leftovers(), [], 'no temporary file stays')
    await world.close()
  })
  after(() => server.close())

  const source = async () => {
    const found = await world.store.intel.source(id)
    assert.ok(found)
    return found
  }

  test('the first brings it, unasked for changes', async () => {
    const outcome = await world.refresh(id)
    const bytes = addressLines(10).length
    assert.deepEqual(outcome, { id, outcome: 'imported', added: 10, removed: 0, total: 10, refused: [], bytes })
    assert.equal(await world.listed(10), true)
    assert.equal(await world.listed(11), false)
    const { entryCount, failures, refreshedAt, changedAt, nextAttemptAt } = await source()
    const { now } = world.clock
    assert.deepEqual([entryCount, failures, refreshedAt, changedAt, nextAttemptAt], [10, 0, now, now, now + 6 * HOUR])
    const [asked] = server.requests
    assert.equal(asked?.headers['if-none-match'], undefined)
    assert.match(asked?.headers['user-agent'] ?? '', /^redoubt\/\d/)
    assert.equal(asked?.headers['if-modified-since'], undefined)
  })

  test('an ETag is sent back, and 304 means current since now', async () => {
    await world.refresh(id)
    const first = await source()
    world.clock.now += HOUR
    assert.deepEqual(await world.refresh(id), { id, outcome: 'unchanged', total: 10 })
    assert.equal(server.requests[1]?.headers['if-none-match'], first.etag)
    const second = await source()
    assert.equal(second.refreshedAt, world.clock.now)
    assert.deepEqual(
      [second.changedAt, second.generation, second.etag],
      [first.changedAt, first.generation, first.etag],
    )
  })

  test('so is Last-Modified, in the words of the server', async () => {
    const date = 'Wed, 21 Oct 2015 07:28:00 GMT'
    server.answer = (request, response) =>
      request.headers['if-modified-since'] === date
        ? response.writeHead(304).end()
        : response.writeHead(200, { 'last-modified': date }).end(addressLines(3))
    await world.refresh(id)
    assert.equal((await world.refresh(id))?.outcome, 'unchanged')
  })

  test('the same bytes under no ETag are unchanged, too', async () => {
    server.answer = (_, response) => response.end(addressLines(5))
    await world.refresh(id)
    const { generation } = await source()
    assert.equal((await world.refresh(id))?.outcome, 'unchanged')
    assert.equal((await source()).generation, generation)
  })

  test('304 counts for nothing while nothing was ever imported', async () => {
    server.answer = (_, response) => response.writeHead(304).end()
    const outcome = await world.refresh(id)
    assert.equal(outcome?.outcome, 'failed')
    assert.match(JSON.stringify(outcome), /304 to a request without conditions/)
    assert.equal((await source()).refreshedAt, null)
  })

  test('what changed replaces the whole; what stayed keeps when it was first seen', async () => {
    await world.refresh(id)
    const began = world.clock.now
    world.clock.now += HOUR
    server.answer = listOf(addressLines(10, 4))
    const outcome = await world.refresh(id)
    assert.deepEqual(outcome, { ...outcome, outcome: 'imported', added: 3, removed: 3, total: 10 })
    assert.deepEqual([await world.listed(3), await world.listed(4), await world.listed(13)], [false, true, true])
    const [kept] = await world.store.intel.find([{ kind: 'address', value: addressNumber(4) }])
    assert.equal(kept?.firstSeen, began)
  })

  test('compressed lists arrive as what they are', async () => {
    server.answer = (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(addressLines(1000)))
    const outcome = await world.refresh(id)
    assert.deepEqual(outcome, { ...outcome, total: 1000, bytes: addressLines(1000).length })
  })

  test('failures back off, are told, and end with the first success; the old list answers throughout', async () => {
    await world.refresh(id)
    server.answer = (_, response) => response.writeHead(500).end('sorry')
    const waits: number[] = []
    for (let failures = 1; failures <= 12; failures++) {
      const outcome = await world.refresh(id)
      assert.ok(outcome?.outcome === 'failed')
      assert.equal(outcome.error, 'The server of the list answered 500.')
      const now = await source()
      assert.deepEqual(
        [now.failures, now.lastError, now.nextAttemptAt],
        [failures, outcome.error, outcome.nextAttemptAt],
      )
      waits.push((now.nextAttemptAt - world.clock.now) / MINUTE)
      assert.equal(await world.listed(10), true)
    }
    for (const [index, wait] of waits.entries()) {
      const least = Math.min(2 ** index, 360)
      assert.ok(wait >= least && wait <= least * 1.25, `${wait} minutes after ${index + 1} failures`)
    }
    server.answer = listOf(addressLines(11))
    assert.equal((await world.refresh(id))?.outcome, 'imported')
    const { failures, lastError } = await source()
    assert.deepEqual([failures, lastError], [0, null])
  })

  test('a server that asks for patience gets it, up to a day', async () => {
    const waitAfter = async (header: string) => {
      server.answer = (_, response) => response.writeHead(429, { 'retry-after': header }).end()
      const outcome = await world.refresh(id)
      assert.ok(outcome?.outcome === 'failed')
      assert.match(outcome.error, /429: it is asked too often/)
      return (outcome.nextAttemptAt - world.clock.now) / HOUR
    }
    const two = await waitAfter('7200')
    assert.ok(two >= 2 && two <= 2.5, String(two))
    const year = await waitAfter('31536000')
    assert.ok(year >= 24 && year <= 30, String(year))
  })

  test('what shrinks by more than half is refused, until it is forced, by name', async () => {
    await world.refresh(id)
    server.answer = listOf(addressLines(4))
    const refused = await world.refresh(id)
    assert.ok(refused?.outcome === 'failed')
    assert.match(refused.error, /shrink from 10 to 4 .*--force/)
    assert.equal(await world.listed(10), true)
    assert.equal((await world.refresh(id, 'cli:ann'))?.outcome, 'imported')
    assert.equal(await world.listed(10), false)
    const [record] = await world.store.intel.audit({ limit: 1, before: null })
    assert.deepEqual([record?.actor, record?.subject], ['cli:ann', id])
  })

  test('a list with a changed owner is refused, unless it always turns over', async () => {
    await world.refresh(id)
    server.answer = listOf(addressLines(10, 7))
    const refused = await world.refresh(id)
    assert.ok(refused?.outcome === 'failed')
    assert.match(refused.error, /Only 4 of 10 old entries are still there; the old list is kept\. .*--force.*--churns/)
    assert.equal(await world.listed(1), true)
    const churning = await world.add(`${server.url}/online`, { churns: true })
    await world.refresh(churning)
    server.answer = listOf(addressLines(10, 500))
    assert.equal((await world.refresh(churning))?.outcome, 'imported')
    assert.equal((await world.refresh(id, 'cli:ann'))?.outcome, 'imported')
  })

  test('force also imports what did not change: a new version may read it better', async () => {
    await world.refresh(id)
    assert.equal((await world.refresh(id, 'cli:ann'))?.outcome, 'imported')
    assert.equal(server.requests[1]?.headers['if-none-match'], undefined)
  })

  test('a list of nothing is a mistake, at first and for ever', async () => {
    server.answer = listOf('\n# moved\n')
    const outcome = await world.refresh(id)
    assert.ok(outcome?.outcome === 'failed')
    assert.match(outcome.error, /No entry found/)
    assert.equal((await source()).generation, 0)
    assert.equal((await world.refresh(id, 'cli:ann'))?.outcome, 'failed')
  })

  test('a stop in mid-download leaves the old list, which is due at once', async () => {
    await world.refresh(id)
    const stopping = new AbortController()
    server.answer = (_, response) => {
      response.writeHead(200).write(addressLines(500))
      setTimeout(() => stopping.abort(), 50)
    }
    const outcome = await world.feeds.refresh(id, { forcedBy: null, signal: stopping.signal })
    assert.ok(outcome?.outcome === 'failed')
    assert.match(outcome.error, /stopped before it was done/)
    assert.equal((await source()).nextAttemptAt, world.clock.now)
    assert.equal(await world.listed(10), true)
    server.answer = listOf(addressLines(12))
    assert.equal((await world.refresh(id))?.outcome, 'imported', 'its claim was released')
  })

  test('a disabled list and one that is not there are said', async () => {
    await world.store.intel.setEnabled(id, false, { actor: 'cli:x', now: 0 })
    await assert.rejects(world.refresh(id), /disabled: redoubt intel enable/)
    await assert.rejects(world.refresh('nobody'), /no list "nobody".*intel list/)
  })

  describe('that is a file', () => {
    let path: string
    beforeEach(async () => {
      path = join(world.folder, 'mine.txt')
      await writeFile(path, addressLines(6))
      id = await world.add(path)
    })

    test('it is read when it was touched, and imported when it changed', async () => {
      assert.equal((await world.refresh(id))?.outcome, 'imported')
      assert.equal((await world.refresh(id))?.outcome, 'unchanged')
      await utimes(path, new Date(), new Date(Date.now() + 5000))
      assert.equal((await world.refresh(id))?.outcome, 'unchanged', 'touched, with the same bytes')
      await writeFile(`${path}.new`, addressLines(7))
      await rename(`${path}.new`, path)
      assert.equal((await world.refresh(id))?.outcome, 'imported')
      assert.equal(await world.listed(7), true)
      assert.equal(server.requests.length, 0)
    })

    test('it is as old as its last change, however often it is looked at', async () => {
      const written = Math.floor(world.clock.now / 1000) - 365 * 86_400
      await utimes(path, written, written)
      assert.equal((await world.refresh(id))?.outcome, 'imported')
      assert.equal((await source()).refreshedAt, written * 1000)
      world.clock.now += 6 * HOUR
      assert.equal((await world.refresh(id))?.outcome, 'unchanged')
      assert.equal((await source()).refreshedAt, written * 1000)
      await utimes(path, written + 60, written + 60)
      assert.equal((await world.refresh(id))?.outcome, 'unchanged', 'touched: the operator says that it still holds')
      assert.equal((await source()).refreshedAt, (written + 60) * 1000)
      await utimes(path, written + 1e9, written + 1e9)
      await world.refresh(id)
      assert.equal((await source()).refreshedAt, world.clock.now, 'never of tomorrow')
    })

    test('a year-old sanctions file clears no account', async () => {
      const old = world.clock.now / 1000 - 365 * 86_400
      await utimes(path, old, old)
      id = await world.add(path, { label: 'sanctioned' })
      await world.refresh(id)
      await world.refresh(id)
      const { known, reason } = sanctionLists(await world.store.intel.sources(), 'ethereum', world.clock.now)
      assert.equal(known, false)
      assert.match(reason ?? '', /older than 48 hours: mine-txt-2/)
      await utimes(path, world.clock.now / 1000, world.clock.now / 1000)
      await world.refresh(id)
      assert.equal(sanctionLists(await world.store.intel.sources(), 'ethereum', world.clock.now).known, true)
    })

    test('a file that is gone, or became something else, leaves the old list', async () => {
      await world.refresh(id)
      await rm(path)
      const gone = await world.refresh(id)
      assert.ok(gone?.outcome === 'failed')
      assert.match(gone.error, /There is no file .*mine\.txt/)
      assert.equal(await world.listed(6), true)
    })

    test('a file that may not be read is said', {
      skip: process.getuid?.() === 0 && 'root reads everything',
    }, async () => {
      await chmod(path, 0)
      const outcome = await world.refresh(id)
      assert.ok(outcome?.outcome === 'failed')
      assert.match(outcome.error, /EACCES/)
    })
  })

  test('a download is readable by this user alone', async () => {
    let mode = 0
    const folder = join(world.folder, 'cache', 'feeds')
    server.answer = async (_, response) => {
      response.writeHead(200).write(addressLines(1))
      await new Promise((tick) => setTimeout(tick, 50))
      const [name = ''] = await world.leftovers()
      mode = (await stat(join(folder, name, 'list'))).mode & 0o777
      response.end()
    }
    await world.refresh(id)
    assert.equal(mode, 0o600)
  })
})
