import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type App, createApp } from '../../composition/app.ts'
import { readConfig } from '../../config.ts'
import { postgresSchema } from '../../testing/postgresSchema.ts'

const WRITERS = 6
const EVENTS_OF_EACH = 60
const ALL = WRITERS * EVENTS_OF_EACH

const schema = await postgresSchema()

// Two whole services on one database, as two machines would run it.
describe('the stream of events on two nodes', { skip: schema === null && 'no PostgreSQL answers' }, () => {
  const nodes: { app: App; url: string }[] = []
  let owner: { accountId: string; environment: 'live' }
  let token = ''
  const node = (index: number) => nodes[index % nodes.length] ?? assert.fail('there is no node')
  const tell = (at: number, said: string) =>
    node(at).app.store.outbox.enqueue({
      ...owner,
      type: 'approval.new',
      entity: null,
      identity: null,
      at: Date.now(),
      data: JSON.stringify({ said }),
    })

  /** Reads the events of a stream with their place in it, until the caller stops reading. */
  async function* read(at: number, from: string | null) {
    const stop = new AbortController()
    const response = await fetch(`${node(at).url}/v1/events/stream`, {
      headers: { authorization: `Bearer ${token}`, ...(from !== null && { 'last-event-id': from }) },
      signal: stop.signal,
    })
    assert.equal(response.status, 200)
    let text = ''
    try {
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const block = text.slice(0, end)
          text = text.slice(end + 2)
          const id = /^id: (.+)$/m.exec(block)?.[1]
          const data = /^data: (.+)$/m.exec(block)?.[1]
          if (id !== undefined) yield { id, said: data === undefined ? null : (JSON.parse(data).data.said as string) }
        }
      }
    } finally {
      stop.abort()
    }
  }
  /** The place where a stream begins that is opened now. */
  async function now(at: number): Promise<string> {
    for await (const { id } of read(at, null)) return id
    return assert.fail('the stream ended')
  }
  /** What is said first after a place. */
  async function nextSaid(at: number, place: string): Promise<string> {
    for await (const { said } of read(at, place)) if (said !== null) return said
    return assert.fail('the stream ended')
  }

  before(async () => {
    if (schema === null) return
    const env = { PORT: '0', LOG_LEVEL: 'silent', DATABASE_URL: schema.url, REDOUBT_SECRET: '5e'.repeat(32) }
    for (let index = 0; index < 2; index++) {
      const app = await createApp(readConfig(env), () => {})
      nodes.push({ app, url: await app.listen() })
    }
    const { id: accountId } = await node(0).app.store.accounts.create({ name: 'reader', plan: 'enterprise' })
    owner = { accountId, environment: 'live' }
    token = (await node(0).app.store.keys.create({ ...owner, name: 'k', scopes: ['webhooks:write'] })).token
  })
  after(async () => {
    for (const { app } of nodes) await app.close()
    await schema?.drop()
  })

  test('has on each what was born on the other', async () => {
    for (const [born, streamed] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const said = `${born} to ${streamed}`
      const place = await now(streamed)
      const heard = nextSaid(streamed, place)
      await tell(born, said)
      assert.equal(await heard, said)
    }
  })

  test('goes on where it was on the other node, with nothing lost and nothing twice while both write', async () => {
    const begin = await now(0)
    const write = async (writer: number) => {
      for (let count = 0; count < EVENTS_OF_EACH; count++) await tell(writer, `${writer}.${count}`)
    }
    const stay = async (at: number) => {
      const heard: string[] = []
      for await (const { said } of read(at, begin)) {
        if (said !== null) heard.push(said)
        if (heard.length === ALL) return heard
      }
      return assert.fail('the stream ended')
    }
    const ends: string[] = []
    /** Cuts its stream after some events, and goes on at the other node. */
    const hop = async (first: number, stride: number) => {
      const heard: string[] = []
      let place = begin
      for (let at = first; heard.length < ALL; at++) {
        const until = Math.min(ALL, heard.length + stride)
        for await (const { id, said } of read(at, place)) {
          place = id
          if (said !== null) heard.push(said)
          if (heard.length === until) break
        }
      }
      ends.push(place)
      return heard
    }
    const reading = Promise.all([stay(0), stay(1), hop(0, 17), hop(1, 29)])
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
    const [first = [], ...others] = await reading
    assert.equal(new Set(first).size, ALL)
    for (const heard of others) assert.deepEqual(heard, first)
    // Who has them all gets none of them again, on either node.
    await tell(0, 'last')
    for (const end of ends) for (const at of [0, 1]) assert.equal(await nextSaid(at, end), 'last')
  })
})
