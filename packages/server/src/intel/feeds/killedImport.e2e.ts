import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openStore } from '../../store/openStore.ts'
import { addressLines, addressNumber, type FeedServer, listOf, startFeedServer } from './testFeedServer.ts'
import { createFeedWorld, type FeedWorld } from './testFeedWorld.ts'

const MAIN = fileURLToPath(new URL('../../../bin/redoubt.js', import.meta.url))
const SIZE = 20_000
const KILLS = 6
const VERSIONS = [1, 10_000_001] as const

type Ended = { code: number | null; signal: NodeJS.Signals | null; output: string }

// Another process refreshes, and dies; or two do so at once. What readers see is always one whole list.
describe('a list that other processes import', () => {
  let server: FeedServer
  let world: FeedWorld
  let id: string

  before(async () => {
    server = await startFeedServer(listOf(''))
    world = await createFeedWorld()
    world.clock.now = Date.now()
    server.answer = listOf(addressLines(SIZE, VERSIONS[0]))
    id = await world.add(`${server.url}/big`, { churns: true })
    assert.equal((await world.refresh(id))?.outcome, 'imported')
  })
  after(async () => {
    await world.close()
    await server.close()
  })

  /** `redoubt intel refresh` as an operator runs it, killed after a while or after something, or not at all. */
  function refresh(args: string[], killAfter?: number | Promise<unknown>): Promise<Ended> {
    const env = { PATH: process.env.PATH ?? '', DATABASE_URL: world.databaseUrl }
    const child = spawn(process.execPath, [MAIN, 'intel', 'refresh', id, ...args], { cwd: world.folder, env })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    const kill = () => void child.kill('SIGKILL')
    const timer = typeof killAfter === 'number' ? setTimeout(kill, killAfter) : undefined
    if (typeof killAfter === 'object') void killAfter.then(kill)
    return new Promise((resolve) =>
      child.once('close', (code, signal) => {
        clearTimeout(timer)
        resolve({ code, signal, output })
      }),
    )
  }

  /** Which of the two versions readers see; fails when it is neither, or not all of it. */
  async function visible(): Promise<number> {
    const store = await openStore(world.databaseUrl, null)
    try {
      const source = await store.intel.source(id)
      assert.equal(source?.entryCount, SIZE)
      const seen = []
      for (const first of VERSIONS) {
        const numbers = [first, first + 1, first + SIZE / 2, first + SIZE - 2, first + SIZE - 1]
        const keys = numbers.map((n) => ({ kind: 'address' as const, value: addressNumber(n) }))
        const found = (await store.intel.find(keys)).length
        assert.ok(found === 0 || found === numbers.length, `${found} of ${numbers.length} entries of a version`)
        if (found > 0) seen.push(first)
      }
      const [only, ...others] = seen
      assert.ok(only !== undefined && others.length === 0, `versions ${seen}`)
      const [loaded] = await store.intel.fingerprints()
      assert.equal(loaded?.fingerprints.length, SIZE * 8)
      assert.equal(loaded?.generation, source?.generation)
      return only
    } finally {
      await store.close()
    }
  }
  /** When the server is next asked for the list. */
  async function asked(): Promise<void> {
    const before = server.requests.length
    while (server.requests.length === before) await new Promise((tick) => setTimeout(tick, 5))
  }
  const other = (version: number) => (version === VERSIONS[0] ? VERSIONS[1] : VERSIONS[0])

  test('kill -9 at any moment leaves one whole list, and the next refresh succeeds', async (t) => {
    let current = await visible()
    server.answer = listOf(addressLines(SIZE, other(current)))
    const began = performance.now()
    assert.equal((await refresh([])).code, 0)
    const whole = performance.now() - began
    current = await visible()
    assert.equal(current, VERSIONS[1])

    let kept = 0
    for (let kill = 0; kill < KILLS; kill++) {
      server.answer = listOf(addressLines(SIZE, other(current)))
      // Evenly over the whole run, with some chance: download for certain, then start, import, the very end.
      const some = whole * ((kill + Math.random()) / KILLS)
      const { signal, code } = await refresh(['--force'], kill === 0 ? asked() : some)
      const now = await visible()
      if (signal !== null && now === current) kept++
      // On a machine that has less to do than during the first it may be done before it is killed.
      if (signal === null) assert.deepEqual([code, now], [0, other(current)], 'what ended by itself has succeeded')
      current = now
    }
    t.diagnostic(`${KILLS} kills within ${Math.round(whole)} ms: ${kept} kept the old list`)
    assert.ok(kept > 0, 'no kill hit an import')

    server.answer = listOf(addressLines(SIZE, other(current)))
    const expected = other(current)
    assert.equal((await refresh(['--force'])).code, 0)
    assert.equal(await visible(), expected)
  })

  test('what a killed process held is said, and free after the lease', async () => {
    server.answer = (_, response) => response.writeHead(200).write(addressLines(10))
    const { promise: seen, resolve: kill } = Promise.withResolvers<void>()
    const fetching = asked()
    const child = refresh([], seen)
    await fetching
    // Held by the living, too.
    const busy = await refresh([])
    assert.equal(busy.code, 1)
    assert.match(
      busy.output,
      /another process is fetching it, or was killed doing so: it is free again within 5 minutes/,
    )
    kill()
    assert.equal((await child).signal, 'SIGKILL')
    world.clock.now = Date.now()
    assert.equal(await world.refresh(id), null)
    world.clock.now += 5 * 60_000
    server.answer = listOf(addressLines(SIZE, other(await visible())))
    assert.equal((await world.refresh(id))?.outcome, 'imported')
  })

  test('two at once: one does the work', async () => {
    const before = await visible()
    const both = [refresh([]), refresh([])]
    // One has it until the other has found that out.
    server.answer = (request, response) =>
      void Promise.race(both).then(() => listOf(addressLines(SIZE, other(before)))(request, response))
    const ended = await Promise.all(both)
    assert.deepEqual(ended.map(({ code }) => code).sort(), [0, 1], JSON.stringify(ended))
    assert.equal(await visible(), other(before))
  })

  test('two at once that insist: the later one wins, and nothing is mixed', async () => {
    const before = await visible()
    server.answer = listOf(addressLines(SIZE, other(before)))
    const both = await Promise.all([refresh(['--force']), refresh(['--force'])])
    assert.ok(
      both.some(({ code }) => code === 0),
      JSON.stringify(both),
    )
    assert.equal(await visible(), other(before))
    assert.deepEqual(await world.leftovers(), [])
  })
})
