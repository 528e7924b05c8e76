import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { createEgress } from './createEgress.ts'
import type { WhoisRequest } from './guarded.ts'

/** Asks `whois.registry.test`, which is a server on loopback that does `answer` with each connection and question. */
async function ask(answer: (socket: Socket, query: string) => void, request: Partial<WhoisRequest> = {}) {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined).once('data', (query) => answer(socket, query.toString()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const connectTo = new Map([['whois.registry.test:43', `127.0.0.1:${(server.address() as AddressInfo).port}`]])
  const egress = createEgress({ allow: [], connectTo })
  try {
    const whole = { server: 'whois.registry.test', query: 'site.test', deadlineMs: 20_000, ...request }
    return await egress.guarded.whois(whole)
  } finally {
    await egress.close()
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
}

describe('guarded.whois', () => {
  it('asks one line and reads until the server hangs up', async () => {
    const answer = await ask((socket, query) => {
      socket.write(`you asked ${JSON.stringify(query)}\r\n`)
      setTimeout(() => socket.end('Zürich\xff'), 20)
    })
    assert.equal(answer, 'you asked "site.test\\r\\n"\r\nZürichÿ')
  })

  it('reads bytes that are no text', async () => {
    assert.equal(await ask((socket) => void socket.end(Buffer.of(0x61, 0xff, 0x00))), 'a\ufffd\0')
  })

  it('takes 64 KB and no more', async () => {
    assert.equal((await ask((socket) => void socket.end('a'.repeat(65_536)))).length, 65_536)
    await assert.rejects(
      ask((socket) => void socket.end('a'.repeat(65_537))),
      { failure: 'too-large' },
    )
    const endless = (socket: Socket) => {
      const more = () => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65_536)));
      }
      socket.on('drain', more)
      more()
    }
    await assert.rejects(ask(endless), { failure: 'too-large' })
  })

  it('ends at the deadline and with its signal', async () => {
    const drip = (socket: Socket) => {
      const timer = setInterval(() => socket.write('a'), 10)
      socket.once('close', () => clearInterval(timer))
    }
    await assert.rejects(ask(drip, { deadlineMs: 100 }), { failure: 'timeout' })
    await assert.rejects(
      ask(() => undefined, { signal: AbortSignal.timeout(50) }),
      { failure: 'aborted' },
    )
    await assert.rejects(
      ask((socket) => void socket.resetAndDestroy()),
      { failure: 'connect' },
    )
  })

  it('asks public addresses on port 43 only, and in one line', async () => {
    const never = () => assert.fail('connected')
    for (const server of [
      '127.0.0.1',
      '10.0.0.1',
      '[::1]',
      'localhost:22',
      'whois.registry.test:80',
      'a b',
      'x/y?:43',
    ]) {
      await assert.rejects(ask(never, { server }), { failure: 'blocked' }, server)
    }
    for (const query of ['', 'a\r\nb', 'zürich.test', ' a', 'a'.repeat(256)]) {
      await assert.rejects(ask(never, { query }), { failure: 'blocked' }, query)
    }
  })
})
