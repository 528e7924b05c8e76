import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { createEgress } from './createEgress.ts'
import { withServer } from './testing/withServer.ts'

const request = { method: 'POST', body: '{}', deadlineMs: 5_000, maxBytes: 1_000, keepAlive: true } as const

/** How often each connection was used, in the order in which they were made. */
function countUses(answer: RequestListener) {
  const sockets: Socket[] = []
  const uses: number[] = []
  const listener: RequestListener = (incoming, response) => {
    if (!sockets.includes(incoming.socket)) sockets.push(incoming.socket)
    const place = sockets.indexOf(incoming.socket)
    uses[place] = (uses[place] ?? 0) + 1
    incoming.resume().on('end', () => answer(incoming, response))
  }
  return { sockets, uses, listener }
}

describe('keepAlive', () => {
  it('sends one after another on one connection, and at once on several', async () => {
    const { uses, listener } = countUses((_, response) => void response.writeHead(204).end())
    await withServer(listener, async ({ egress, allowed }) => {
      for (let times = 0; times < 5; times++) {
        const { status, address } = await egress.guarded.fetch({ ...request, url: allowed })
        assert.deepEqual([status, address === ''], [204, false])
      }
      assert.deepEqual(uses, [5])
      await Promise.all(Array.from({ length: 4 }, () => egress.guarded.fetch({ ...request, url: allowed })))
      assert.equal(uses.length, 4)
      await egress.guarded.fetch({ ...request, url: allowed, keepAlive: false })
      assert.equal(uses.length, 5, 'who does not ask for it has a connection of its own')
    })
  })

  it('takes a new connection when the server closed the idle one, and after a part of an answer', async () => {
    const { uses, sockets, listener } = countUses((incoming, response) => {
      response.end(incoming.url === '/long' ? 'x'.repeat(100_000) : 'short')
    })
    await withServer(listener, async ({ egress, allowed }) => {
      await egress.guarded.fetch({ ...request, url: allowed })
      sockets[0]?.destroy()
      await egress.guarded.fetch({ ...request, url: allowed })
      assert.deepEqual(uses, [1, 1])
      const long = await egress.guarded.fetch({ ...request, url: `${allowed}/long`, keepBeginning: true })
      assert.equal(long.truncated, true)
      assert.equal((await egress.guarded.fetch({ ...request, url: allowed })).body.toString(), 'short')
      assert.deepEqual(uses, [1, 2, 1])
    })
  })

  it('sends a POST again only when it was on an idle connection that was lost', async () => {
    let received = 0
    const server = createServer((socket) => {
      let first = true
      socket.on('error', () => undefined)
      socket.on('data', () => {
        received++
        // The first request of a connection is answered unless it is to be dropped; the second never is.
        if (first && !dropping) socket.write('HTTP/1.1 204 No Content\r\n\r\n')
        else socket.destroy()
        first = false
      })
    })
    let dropping = false
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    const egress = createEgress({ allow: [`localhost:${port}`] })
    const ask = () => egress.guarded.fetch({ ...request, url: `http://localhost:${port}/` })
    try {
      await ask()
      assert.equal((await ask()).status, 204)
      assert.equal(received, 3)
      dropping = true
      await assert.rejects(ask())
      assert.equal(received, 5, 'on the idle connection, and once more')
      await assert.rejects(ask())
      assert.equal(received, 6, 'a new connection that is lost is a failure')
    } finally {
      await egress.close()
      server.close()
    }
  })
})
