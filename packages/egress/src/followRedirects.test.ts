import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { EgressError } from './egressError.ts'
import { followRedirects } from './followRedirects.ts'
import type { Hop, HopRequest } from './hop.ts'

const FIRST = 'https://one.example/start'
const HEADERS = {
  accept: 'text/html',
  'user-agent': 'u',
  'if-none-match': '"e"',
  'if-modified-since': 'd',
  authorization: 'a',
  cookie: 'c',
  'x-api-key': 'k',
  'content-type': 'text/plain',
  'content-language': 'en',
}

/** Follows redirects of servers that answer as listed, in order; the last answer is 200. */
async function follow(
  answers: readonly (readonly [status: number, location?: string | undefined])[],
  { maxRedirects = 5, ...request }: Partial<HopRequest> & { maxRedirects?: number } = {},
) {
  const asked: HopRequest[] = []
  let closed = 0
  const send = async (one: HopRequest): Promise<Hop> => {
    const [status, location] = answers[asked.length] ?? [200]
    asked.push(one)
    const headers: Record<string, string> = location === undefined ? {} : { location }
    return { status, headers, setCookies: [], body: Readable.from([]), address: '', close: () => void closed++ }
  }
  const first: HopRequest = { url: new URL(FIRST), method: 'GET', headers: HEADERS, body: null, ...request }
  const followed = await followRedirects(first, maxRedirects, send)
  return { ...followed, asked, closed, last: asked.at(-1) as HopRequest }
}

const refusedAs = (failure: string) => (error: unknown) => error instanceof EgressError && error.failure === failure

describe('followRedirects', () => {
  for (const status of [301, 302, 303, 307, 308])
    it(`follows ${status}, and closes what redirected`, async () => {
      const { redirects, closed, last, hop } = await follow([[status, '/next?a=1']])
      assert.deepEqual([redirects, closed, hop.status], [[{ url: FIRST, status }], 1, 200])
      assert.equal(last.url.href, 'https://one.example/next?a=1')
      assert.deepEqual(last.headers, status === 303 ? without('content-type', 'content-language') : HEADERS)
    })

  for (const [status, location] of [
    [300, '/x'],
    [304, '/x'],
    [305, '/x'],
    [306, '/x'],
    [200, '/x'],
    [302, undefined],
  ] as const)
    it(`takes ${status}${location === undefined ? ' without a location' : ''} as the answer`, async () => {
      const { redirects, closed, hop } = await follow([[status, location]])
      assert.deepEqual([redirects, closed, hop.status], [[], 0, status])
    })

  it('takes any redirect as the answer where none may be followed', async () => {
    const { hop, closed, asked } = await follow([[302, '/x']], { maxRedirects: 0 })
    assert.deepEqual([hop.status, closed, asked.length], [302, 0, 1])
  })

  it('follows as many as it may and no more', async () => {
    const two = [
      [302, '/a'],
      [302, '/b'],
    ] as const
    assert.equal((await follow(two, { maxRedirects: 2 })).last.url.pathname, '/b')
    await assert.rejects(follow(two, { maxRedirects: 1 }), refusedAs('too-many-redirects'))
  })

  it('keeps from another origin all but harmless headers: host, port and scheme are the origin', async () => {
    for (const location of [
      'https://two.example/',
      'https://one.example:8443/',
      'http://one.example/',
      '//two.example/',
    ])
      assert.deepEqual(Object.keys((await follow([[302, location]])).last.headers).sort(), [
        'accept',
        'if-modified-since',
        'if-none-match',
        'user-agent',
      ])
  })

  it('drops credentials and fragments of where it is sent', async () => {
    const { last } = await follow([[302, 'https://user:secret@two.example/x#part']])
    assert.equal(last.url.href, 'https://two.example/x')
  })

  for (const location of ['file:///etc/passwd', 'ftp://two.example/', 'data:text/html,x', 'gopher://two.example/'])
    it(`refuses to be sent to ${location}`, () => assert.rejects(follow([[302, location]]), refusedAs('blocked')))
  it('refuses what is no URL', () => assert.rejects(follow([[302, 'http://[']]), refusedAs('bad-answer')))

  for (const [status, method, sent] of [
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'POST', 'GET'],
    [307, 'POST', 'POST'],
    [308, 'POST', 'POST'],
    [301, 'HEAD', 'HEAD'],
    [303, 'HEAD', 'HEAD'],
    [303, 'GET', 'GET'],
  ] as const)
    it(`answers ${method} and ${status} with ${sent}`, async () => {
      const body = method === 'POST' ? 'secret' : null
      const { last } = await follow([[status, '/next']], { method, body })
      assert.deepEqual([last.method, last.body], [sent, sent === 'POST' ? body : null])
      assert.equal('content-type' in last.headers, !(method !== 'HEAD' && sent === 'GET'))
    })

  it('sends a body to no other origin', async () => {
    const post = { method: 'POST', body: 'secret' } as const
    for (const status of [307, 308])
      await assert.rejects(follow([[status, 'https://two.example/']], post), refusedAs('blocked'))
    assert.equal((await follow([[303, 'https://two.example/']], post)).last.body, null)
  })
})

function without(...names: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(HEADERS).filter(([name]) => !names.includes(name)))
}
