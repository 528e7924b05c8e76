import type { ServerResponse } from 'node:http'

export type RpcCall = { id: number; method: string; params: unknown[] }
export type RpcReply = { id: number; result?: unknown; error?: { code: number; message: string } }
/** One way in which an endpoint misbehaves; what it does not have is done as it should be. */
export type Fault = {
  /** Asked of the node in place of what was asked. */
  ask?(call: RpcCall, head: number): RpcCall
  /** Answered in place of what the node answered. */
  reply?(call: RpcCall, reply: RpcReply): RpcReply
  /** Sends the text of the answers, or what it makes of it. */
  send?(text: string, response: ServerResponse): void
}

const status = (code: number): Fault => ({
  send: (_, response) => response.writeHead(code, { 'content-type': 'text/html' }).end('<html>no</html>'),
})
const to = (method: string, result: (given: unknown) => unknown): Fault => ({
  reply: (call, reply) => (call.method === method ? { id: reply.id, result: result(reply.result) } : reply),
})
const everything = (reply: (given: RpcReply) => RpcReply): Fault => ({ reply: (_, given) => reply(given) })
/** With these words providers refuse logs. */
const refusal = (code: number, message: string): Fault => ({
  reply: (call, reply) => (call.method === 'eth_getLogs' ? { id: reply.id, error: { code, message } } : reply),
})
const BACK = 4

export const FAULTS: Record<string, Fault> = {
  'HTTP 429': status(429),
  'HTTP 500': status(500),
  'HTTP 503': status(503),
  'HTTP 403': status(403),
  'never answers': { send: () => {} },
  'half of the JSON': { send: (text, response) => response.end(text.slice(0, text.length / 2)) },
  'cut off': {
    send: (text, response) => {
      response.writeHead(200, { 'content-length': text.length }).write(text.slice(0, text.length / 2))
      setTimeout(() => response.destroy(), 5)
    },
  },
  'no JSON': { send: (_, response) => response.end('upstream connect error') },
  'nothing at all': { send: (_, response) => response.end() },
  'wrong ids': everything((reply) => ({ ...reply, id: reply.id + 1 })),
  'one id for all': everything((reply) => ({ ...reply, id: 1 })),
  'null for everything': everything(({ id }) => ({ id, result: null })),
  '0x for everything': everything(({ id }) => ({ id, result: '0x' })),
  'an error for everything': everything(({ id }) => ({ id, error: { code: -32_000, message: 'internal error' } })),
  'a stale head': {
    ask: (call, head) => {
      const [first, ...rest] = call.params
      return first === 'latest' ? { ...call, params: [`0x${Math.max(0, head - BACK).toString(16)}`, ...rest] } : call
    },
  },
  'another chain': to('eth_chainId', () => '0x38'),
  'no logs': to('eth_getLogs', () => []),
  'null for logs': to('eth_getLogs', () => null),
  'half of the logs': to('eth_getLogs', (logs) => (Array.isArray(logs) ? logs.slice(0, logs.length / 2) : logs)),
  'no block by hash': to('eth_getBlockByHash', () => null),
  'no state': {
    reply: (call, reply) =>
      /^eth_(call|get(Balance|Code|StorageAt|TransactionCount))$/.test(call.method)
        ? { id: reply.id, error: { code: -32_000, message: 'missing trie node' } }
        : reply,
  },
  'Alchemy’s words': refusal(-32_602, 'Log response size exceeded. this block range should work: [0x1, 0x2]'),
  'Infura’s words': refusal(-32_005, 'query returned more than 10000 results'),
  'QuickNode’s words': refusal(-32_614, 'eth_getLogs is limited to a 5 range'),
  'Ankr’s words': refusal(-32_062, 'block range is too wide'),
  'BSC’s words': refusal(-32_000, 'exceed maximum block range: 5000'),
  'dRPC’s words': refusal(35, 'ranges over 10000 blocks are not supported on freetier'),
  'Cloudflare’s words': refusal(
    -32_047,
    "Invalid eth_getLogs request. 'fromBlock'-'toBlock' range too large. Max range: 800",
  ),
  'Erigon’s words': refusal(-32_000, 'query timeout exceeded'),
}
