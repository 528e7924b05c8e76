import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import { CHAIN_LIMITS } from './chainLimits.ts'
import { createEndpoint } from './endpoint.ts'
import { createEndpointPool } from './endpointPool.ts'
import { createRpcRelay } from './rpcRelay.ts'

/** What a node does with a signed transaction: takes it, says so many words, is silent, or answers 429. */
type Mood = 'takes' | 'is silent' | 'HTTP 429' | `says ${string}`
type Call = { id: number; method: string }

const http = createOperatorFetch()
const closing: (() => unknown)[] = [() => http.close()]
after(async () => {
  for (const close of closing) await close()
})

async function startNode(mood: Mood, { shows = false, code = -32_000 } = {}): Promise<string> {
  const answer = ({ id, method }: Call) => {
    const shown = shows ? {} : null
    const result = method === 'eth_getTransactionByHash' ? shown : method === 'eth_chainId' ? '0x1' : '0x'
    if (method !== 'eth_sendRawTransaction' || mood === 'takes') return { jsonrpc: '2.0', id, result }
    return { jsonrpc: '2.0', id, error: { code, message: mood.slice('says '.length) } }
  }
  const server = createServer(async (request, response) => {
    const asked = JSON.parse(await text(request)) as Call | Call[]
    const calls = Array.isArray(asked) ? asked : [asked]
    const sends = calls.some(({ method }) => method === 'eth_sendRawTransaction')
    if (sends && mood === 'is silent') return request.socket.destroy()
    response.writeHead(sends && mood === 'HTTP 429' ? 429 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(Array.isArray(asked) ? calls.map(answer) : answer(asked)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function sendBy(urls: readonly string[], relayUrl: string | null = null) {
  const limits = { ...CHAIN_LIMITS, attemptTimeoutMs: 500 }
  const endpoints = urls.map((url) => createEndpoint({ url, chainId: 1, limits, http }))
  const rpcRelay = createRpcRelay('ethereum', createEndpointPool('ethereum', endpoints), { limits, http, relayUrl })
  const outcome = await rpcRelay.send('0x02', `0x${'1'.repeat(64)}`, AbortSignal.timeout(10_000))
  return outcome.status === 'refused' && outcome.forGood ? 'refused for good' : outcome.status
}

for (const [moods, status] of [
  [['takes'], 'sent'],
  [['says already known'], 'sent'],
  [['is silent', 'takes'], 'sent'],
  [['says insufficient funds for gas * price + value'], 'refused'],
  [['says intrinsic gas too low'], 'refused for good'],
  [['says the method eth_sendRawTransaction is not available'], 'refused'],
  [['says the method eth_sendRawTransaction is not available', 'takes'], 'sent'],
  [['says insufficient funds for gas * price + value', 'takes'], 'sent'],
  [['says txpool is full', 'is silent'], 'unclear'],
  [['is silent'], 'unclear'],
  [['HTTP 429'], 'unclear'],
  [['says too many requests'], 'unclear'],
  [['says nonce too low'], 'unclear'],
  [['is silent', 'says too many requests'], 'unclear'],
  [['is silent', 'says insufficient funds for gas * price + value'], 'unclear'],
  [['says too many requests', 'says intrinsic gas too low'], 'unclear'],
] as [Mood[], string][])
  test(`a node ${moods.join(', the next ')}: ${status}`, async () => {
    assert.equal(await sendBy(await Promise.all(moods.map((mood) => startNode(mood)))), status)
  })

test('one whose answer was lost is sent where a node shows it', async () => {
  const urls = [await startNode('is silent'), await startNode('says nonce too low', { shows: true })]
  assert.equal(await sendBy(urls), 'sent')
})

test('a private relay that is busy or silent may have it, and one that turns it away has not', async () => {
  const node = await startNode('takes')
  assert.equal(await sendBy([node], await startNode('says whatever', { code: -32_005 })), 'unclear')
  assert.equal(await sendBy([node], await startNode('is silent')), 'unclear')
  assert.equal(await sendBy([node], await startNode('says transaction underpriced')), 'refused')
})
