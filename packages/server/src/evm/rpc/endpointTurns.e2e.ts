import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import { inNameOf } from '../../lib/askingAccount.ts'
import { CHAIN_LIMITS } from './chainLimits.ts'
import { createEndpoint } from './endpoint.ts'

type Asked = { id: number; method: string; params: unknown[] }

/** A node that answers everything but `hang`. */
const messages: Asked[][] = []
const server = createServer((request, response) => void answer(request, response))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const http = createOperatorFetch()
after(() => {
  server.closeAllConnections()
  server.close()
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const parsed = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Asked | Asked[]
  const asked = [parsed].flat()
  messages.push(asked)
  if (asked.some(({ method }) => method === 'hang')) return
  const answers = asked.map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x1' }))
  response.end(JSON.stringify(Array.isArray(parsed) ? answers : answers[0]))
}

test('messages to a node carry what one account asks, and those of one that hang leave places to others', async () => {
  const { port } = server.address() as AddressInfo
  const endpoint = createEndpoint({ url: `http://127.0.0.1:${port}`, chainId: 1, limits: CHAIN_LIMITS, http })
  const send = (account: string, method: string) =>
    inNameOf(account, () => endpoint.send({ method, params: [account] }, 20_000, method === 'hang' ? 'alone' : 'reads'))
  await send('first', 'eth_blockNumber')
  messages.length = 0
  await Promise.all([send('a', 'eth_gasPrice'), send('b', 'eth_gasPrice'), send('a', 'eth_gasPrice')])
  assert.deepEqual(
    messages.map((asked) => asked.map(({ params }) => params[0])).sort((one, other) => other.length - one.length),
    [['a', 'a'], ['b']],
  )
  messages.length = 0
  const hanging = Promise.allSettled(Array.from({ length: 200 }, () => send('a', 'hang')))
  // Without turns these would wait for two hundred time-outs.
  for (let index = 0; index < 5; index++) assert.equal(await send('b', 'eth_gasPrice'), '0x1')
  assert.ok(messages.filter(([one]) => one?.method === 'hang').length <= 24)
  await http.close()
  await hanging
})
