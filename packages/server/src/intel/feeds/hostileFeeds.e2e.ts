import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { createGzip, gzipSync } from 'node:zlib'
import type { SourceRequest } from './newSource.ts'
import { type Answer, addressLines, type FeedServer, listOf, startFeedServer } from './testFeedServer.ts'
import { createFeedWorld, type FeedWorld } from './testFeedWorld.ts'

const MEGABYTE = 1024 ** 2
const CHUNK = Buffer.alloc(MEGABYTE, `${'x'.repeat(63)}\n`)

type Hostile = { answer: Answer; error: RegExp; list?: Partial<SourceRequest>; deadlineMs?: number }

const HOSTILE: Record<string, Hostile> = {
  'a 2 GB body': {
    answer: (_, response) => pump(response.writeHead(200), 2048),
    error: /larger than \d+ bytes/,
  },
  'a 2 GB body announced': {
    answer: (_, response) => pump(response.writeHead(200, { 'content-length': String(2 ** 31) }), 2048),
    error: /larger than \d+ bytes/,
  },
  'a gzip bomb': {
    answer(_, response) {
      const gzip = createGzip({ level: 9 })
      gzip.pipe(response.writeHead(200, { 'content-encoding': 'gzip' }))
      response.on('close', () => gzip.destroy())
      pump(gzip, 2048)
    },
    error: /larger than \d+ bytes/,
  },
  'a bomb in a bomb': {
    answer: (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(gzipSync(gzipSync(addressLines(20)))),
    error: /encoding|coding/i,
  },
  'a compressed body cut short': {
    answer: (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(addressLines(5000)).subarray(0, 500)),
    error: /broken or cut short|encoding/,
  },
  'a body shorter than announced': {
    answer(_, response) {
      response.writeHead(200, { 'content-length': '100000' }).write(addressLines(20))
      setTimeout(() => response.destroy(), 20)
    },
    error: /closed before|connection|cut short/,
  },
  'a chunked body cut short': {
    answer(_, response) {
      response.writeHead(200).write(addressLines(20))
      setTimeout(() => response.destroy(), 20)
    },
    error: /closed before|connection|cut short/,
  },
  'one byte a second': {
    answer(_, response) {
      response.writeHead(200)
      const drip = setInterval(() => response.write('0'), 100)
      response.on('close', () => clearInterval(drip))
    },
    error: /within 600 ms|time/,
    deadlineMs: 600,
  },
  silence: { answer: () => {}, error: /within 600 ms|time/, deadlineMs: 600 },
  'headers without end': {
    answer: (_, response) =>
      response.writeHead(200, { 'x-long': 'x'.repeat(15_000), 'x-longer': 'x'.repeat(15_000) }).end(),
    error: /headers.*16 KB|header/i,
  },
  'no HTTP at all': {
    answer: (request) => request.socket.end('SSH-2.0-hello\r\n'),
    error: /not valid HTTP|connection/,
  },
  'redirects in a circle': {
    answer: (_, response) => response.writeHead(302, { location: '/again' }).end(),
    error: /more than 5 redirects/,
  },
  'a redirect to a private address': {
    answer: (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
    error: /169\.254\.169\.254/,
  },
  'a redirect to a file': {
    answer: (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    error: /redirect|http|scheme/i,
  },
  'a page instead of a list': {
    answer: (_, response) => response.end(`<!doctype html><title>Sign in</title>${'<p>Please wait…</p>'.repeat(1000)}`),
    error: /./,
    list: { format: 'json-array' },
  },
  'JSON of another shape': {
    answer: (_, response) => response.end('{"error":"rate limited"}'),
    error: /./,
    list: { format: 'json-array' },
  },
  'JSON nested without end': {
    answer: (_, response) => response.end('['.repeat(5_000_000)),
    error: /./,
    list: { format: 'json-array' },
  },
  'a line of 50 million characters': {
    answer: (_, response) => response.end('a'.repeat(50_000_000)),
    error: /./,
  },
  'an answer that is not 200': {
    answer: (_, response) => response.writeHead(206).end(addressLines(20)),
    error: /answered 206/,
  },
  'an answer without content': { answer: (_, response) => response.writeHead(204).end(), error: /answered 204/ },
  'an empty body': { answer: (_, response) => response.end(), error: /./ },
}

// Whatever a server of a list does: a clear error of one line, bounded memory, and the old list answers.
describe('hostile lists', () => {
  let server: FeedServer
  let world: FeedWorld

  before(async () => {
    server = await startFeedServer(listOf(''))
  })
  beforeEach(() => {
    server.requests.length = 0
  })
  afterEach(() => world.close())
  after(() => server.close())

  for (const [what, { answer, error, list, deadlineMs }] of Object.entries(HOSTILE)) {
    test(what, async () => {
      world = await createFeedWorld(deadlineMs === undefined ? {} : { deadlineMs })
      const id = await world.add(`${server.url}/list`, list)
      const good = addressLines(10)
      const text = list?.format === 'json-array' ? JSON.stringify(good.trim().split('\n')) : good
      server.answer = (_, response) => response.end(text)
      assert.equal((await world.refresh(id))?.outcome, 'imported')

      server.answer = answer
      const grown = startMeasuring()
      const outcome = await world.refresh(id)
      assert.ok(outcome?.outcome === 'failed', JSON.stringify(outcome))
      assert.match(outcome.error, error)
      assert.match(outcome.error, /^[^\p{C}]{5,300}$/u, 'one clean line')
      assert.ok(!outcome.error.includes(world.folder), outcome.error)
      // Of two processes in one: the client's buffers and the server's.
      assert.ok(grown() < 200, `${Math.round(grown())} MB more`)
      assert.equal(await world.listed(10), true)
      assert.equal((await world.store.intel.source(id))?.entryCount, 10)
      assert.deepEqual(await world.leftovers(), [])
    })
  }

  test('a redirect to another port of this machine never arrives', async () => {
    const canary = await startFeedServer(listOf(addressLines(99)))
    try {
      world = await createFeedWorld()
      const id = await world.add(`${server.url}/list`)
      server.answer = (_, response) => response.writeHead(307, { location: `${canary.url}/inside` }).end()
      const outcome = await world.refresh(id)
      assert.ok(outcome?.outcome === 'failed')
      assert.equal(canary.requests.length, 0)
    } finally {
      await canary.close()
    }
  })

  test('credentials of the URL are sent, and shown nowhere', async () => {
    world = await createFeedWorld()
    const id = await world.add(`${server.url.replace('//', '//ann:hunter2@')}/secret-path?key=s3cret`)
    server.answer = (_, response) => response.writeHead(403).end()
    const outcome = await world.refresh(id)
    assert.equal(server.requests[0]?.headers.authorization, `Basic ${btoa('ann:hunter2')}`)
    const audit = await world.store.intel.audit({ limit: 100, before: null })
    const { lastError } = (await world.store.intel.source(id)) ?? {}
    assert.doesNotMatch(JSON.stringify([outcome, audit, lastError, world.log]), /hunter2|secret-path|s3cret/)
  })
})

function pump(stream: NodeJS.WritableStream & { destroyed?: boolean }, megabytes: number): void {
  let left = megabytes
  const more = () => {
    while (left > 0 && !stream.destroyed) {
      left--
      if (!stream.write(CHUNK)) return void stream.once('drain', more)
    }
    if (left === 0) stream.end()
  }
  stream.on('error', () => {})
  more()
}

/** How many megabytes this process needed at most, more than now. Linux tells; elsewhere nothing is measured. */
function startMeasuring(): () => number {
  if (!existsSync('/proc/self/clear_refs')) return () => 0
  const megabytes = (line: string) =>
    Number(new RegExp(`${line}:\\s+(\\d+) kB`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024
  writeFileSync('/proc/self/clear_refs', '5')
  const before = megabytes('VmRSS')
  return () => megabytes('VmHWM') - before
}
