import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createEgress } from '@redoubt/egress/createEgress.ts'
import { runCommand } from '../../cli/testCommand.ts'
import { openStore } from '../../store/openStore.ts'
import { createListIndex } from '../lookup/listIndex.ts'
import { createFeeds } from './createFeeds.ts'
import { addressLines, addressNumber, type FeedServer, listOf, startFeedServer } from './testFeedServer.ts'
import { createFeedWorld, type FeedWorld, HOUR } from './testFeedWorld.ts'

const SOON = { firstLookMs: 5, lookEveryMs: 20 }

// Lists as a running service keeps them, alone, beside other nodes and beside the command line.
describe('lists in the background', () => {
  let server: FeedServer
  let world: FeedWorld

  before(async () => {
    server = await startFeedServer(listOf(''))
  })
  beforeEach(async () => {
    server.requests.length = 0
    server.answer = listOf(addressLines(10))
    world = await createFeedWorld(SOON)
  })
  afterEach(() => world.close())
  after(() => server.close())

  const until = async (check: () => Promise<boolean> | boolean) => {
    while (!(await check())) await sleep(5)
  }
  const source = async (id: string) => {
    const found = await world.store.intel.source(id)
    assert.ok(found)
    return found
  }

  test('only due lists are asked for, once', async () => {
    const due = await world.add(`${server.url}/due`, { refreshMs: HOUR })
    const fresh = await world.add(`${server.url}/fresh`)
    const disabled = await world.add(`${server.url}/disabled`)
    await world.refresh(fresh)
    await world.store.intel.setEnabled(disabled, false, { actor: 'cli:x', now: 0 })
    server.requests.length = 0
    world.feeds.start()
    await until(() => world.log.length > 0)
    await sleep(100)
    assert.deepEqual(
      server.requests.map(({ path }) => path),
      ['/due'],
    )
    assert.deepEqual(world.log, [`list ${due}: 10 entries, 10 new, 0 gone`])

    world.clock.now += HOUR
    await until(() => server.requests.length > 1)
    await sleep(100)
    assert.deepEqual(
      server.requests.map(({ path }) => path),
      ['/due', '/due'],
    )
    assert.equal(world.log.length, 1, 'nothing is said of what did not change')
  })

  test('one that fails is told, holds up no other, and is left alone for a while', async () => {
    server.answer = (request, response) =>
      request.url === '/broken' ? response.writeHead(502).end() : listOf(addressLines(3))(request, response)
    const broken = await world.add(`${server.url}/broken`)
    const good = await world.add(`${server.url}/good`)
    world.feeds.start()
    await until(async () => (await source(good)).generation > 0)
    await sleep(100)
    assert.deepEqual(
      server.requests.map(({ path }) => path),
      ['/broken', '/good'],
    )
    assert.deepEqual(world.log[0], `list ${broken}: not refreshed: The server of the list answered 502.`)
    world.clock.now += 2 * 60_000
    await until(() => server.requests.length > 2)
    assert.equal(server.requests[2]?.path, '/broken')
  })

  test('a stop in mid-download ends it, and the list is due at the next start', async () => {
    const id = await world.add(`${server.url}/slow`)
    server.answer = (_, response) => response.writeHead(200).write(addressLines(5))
    world.feeds.start()
    await until(() => server.requests.length > 0)
    await world.feeds.stop()
    const { generation, nextAttemptAt, lastError } = await source(id)
    assert.deepEqual([generation, nextAttemptAt], [0, world.clock.now])
    assert.match(lastError ?? '', /stopped/)
    assert.deepEqual(await world.leftovers(), [])
  })

  test('several nodes share the work: every list is fetched once', async () => {
    server.answer = (request, response) => setTimeout(() => listOf(addressLines(5))(request, response), 20)
    for (let list = 0; list < 12; list++) await world.add(`${server.url}/${list}`)
    const { now } = world.clock
    const nodes = await Promise.all(
      [1, 2, 3].map(async (node) => {
        const store = await openStore(world.databaseUrl, null)
        const egress = createEgress({ allow: [] })
        const cacheDir = `${world.folder}/cache${node}`
        const feeds = createFeeds({ store: store.intel, egress, cacheDir, now: () => now, log: () => {}, timing: SOON })
        feeds.start()
        return { feeds, close: () => feeds.stop().then(egress.close).then(store.close) }
      }),
    )
    await until(async () => (await world.store.intel.sources()).every(({ generation }) => generation > 0))
    await sleep(100)
    for (const node of nodes) await node.close()
    assert.equal(server.requests.length, 12)
    assert.equal(new Set(server.requests.map(({ path }) => path)).size, 12)
  })

  test('what the command line loads and says is seen by a process that runs', async () => {
    let clock = 0
    const index = createListIndex(world.store.intel, { clock: () => clock })
    const address = addressNumber(7)
    assert.deepEqual(await index.findAddress('bsc', address), [])
    const env = { DATABASE_URL: world.databaseUrl }
    const command = (...args: string[]) => runCommand(world.folder, ['intel', ...args], env)
    const added = await command('add', `${server.url}/x`, '--kind', 'lines', '--label', 'hacker')
    assert.equal(added.code, 0, added.stderr)
    await command('deny', 'evil.example', '--label', 'phishing', '--note', 'seen')
    // A minute later, the next question waits for a look at the database.
    clock += 61_000
    const [entry] = await index.findAddress('bsc', address)
    assert.equal(entry?.label, 'hacker')
    assert.equal((await index.override({ kind: 'host', value: 'www.evil.example' }, null))?.verdict, 'deny')
    await command('disable', '127-0-0-1')
    clock += 61_000
    assert.deepEqual(await index.findAddress('bsc', address), [])
  })
})
