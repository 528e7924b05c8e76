import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { NO_SIBLINGS } from '../../lib/siblings.ts'
import { RESULT, startTestWorld, TRANSACTION } from '../testing/testWorld.ts'

const open = async (port: number) => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

// Without it each of these would wait for a time-out of a minute or more.
describe('closing the server', { timeout: 30_000 }, () => {
  test('ends a connection that never carried a request', async () => {
    const world = await startTestWorld()
    const ahead = await open(world.port)
    const accepted = await world.call('GET', '/healthz')
    assert.equal(accepted.status, 200)
    await world.server.close()
    if (!ahead.closed) await once(ahead, 'close')
    await world.storage.store.close()
  })

  test('one of several processes answers late requests on open connections, and closes them', async () => {
    const world = await startTestWorld({ siblings: NO_SIBLINGS })
    const [used, unused] = [await open(world.port), await open(world.port)]
    used.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(used, 'data')
    const closed = world.server.close()
    for (const socket of [used, unused]) {
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
      const [received] = (await once(socket, 'data')) as [Buffer]
      assert.match(received.toString(), /^HTTP\/1.1 200 [\s\S]*connection: close/i)
    }
    await closed
    await world.storage.store.close()
  })

  test('ends a connection whose answer was on the way, once it is answered', async () => {
    const [begun, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const world = await startTestWorld({
      scan: async () => {
        begun.resolve()
        await answer.promise
        return RESULT
      },
    })
    const key = await world.addKey()
    const socket = await open(world.port)
    const body = JSON.stringify(TRANSACTION)
    socket.write(
      `POST /v1/scan/transaction HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    await begun.promise
    const closed = world.server.close()
    answer.resolve()
    const [received] = (await once(socket, 'data')) as [Buffer]
    assert.match(received.toString(), /^HTTP\/1.1 200 /)
    await closed
    await world.storage.store.close()
  })

  test('ends a stream of events whose reader takes nothing', async () => {
    const world = await startTestWorld()
    const key = await world.addKey()
    const socket = await open(world.port)
    socket.write(`GET /v1/events/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`)
    await once(socket, 'data')
    socket.pause()
    await world.server.close()
    await world.storage.store.close()
    socket.destroy()
  })
})
