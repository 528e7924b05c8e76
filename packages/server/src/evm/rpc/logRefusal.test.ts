import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EgressError } from '@redoubt/egress/egressError.ts'
import { EndpointFailure } from './endpoint.ts'
import { RpcError } from './jsonRpc.ts'
import { logRefusal } from './logRequests.ts'

const ASKED = { fromBlock: 18_000_000n, toBlock: 18_999_999n }
const said = (message: string, code = -32_000) => logRefusal(new RpcError(code, message, undefined), ASKED)

describe('a range that an endpoint never answers', () => {
  const cases: Record<string, [message: string, blocks: bigint | null, code?: number]> = {
    'Alchemy, free plan': [
      'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range. Based on your parameters, this block range should work: [0x112a880, 0x112a889]. Upgrade to PAYG for expanded block range.',
      10n,
      -32_600,
    ],
    QuickNode: ['eth_getLogs is limited to a 10,000 range', 10_000n, -32_614],
    'QuickNode, both methods': ['eth_getLogs and eth_newFilter are limited to a 5 blocks range', 5n],
    'BSC nodes, Chainstack': ['exceed maximum block range: 5000', 5_000n],
    Ankr: ['block range is too wide', null, -32_062],
    'Chainstack, by plan': ['Block range limit exceeded. See more details at docs', null],
    Cloudflare: ["Invalid eth_getLogs request. 'fromBlock'-'toBlock' range too large. Max range: 800", 800n, -32_047],
    PublicNode: ['maximum block range exceeded: 50000', 50_000n, -32_701],
    'dRPC, free plan': ['ranges over 10000 blocks are not supported on freetier', 10_000n, 35],
    Reth: ['query exceeds max block range 100000', 100_000n, -32_602],
    Avalanche: ['requested too many blocks from 18000000 to 18999999, maximum is set to 2048', 2_048n],
    'Polygon gateways': ['eth_getLogs block range too large, range: 1000000, max: 1k blocks', 1_000n],
    '1RPC': ['eth_getLogs is limited to 0 - 10000 blocks range', 10_000n],
    Base: ['Please limit the query to at most 1000 blocks', 1_000n, -32_012],
  }
  for (const [provider, [message, blocks, code]] of Object.entries(cases))
    it(provider, () => assert.deepEqual(said(message, code), { kind: 'range', blocks }))
})

describe('blocks with more logs than an endpoint answers', () => {
  const cases: Record<string, [message: string, blocks: bigint | null, code?: number]> = {
    Alchemy: [
      'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range and no limit on the response size, or you can request any block range with a cap of 10K logs in the response. Based on your parameters and the response size limit, this block range should work: [0x112a880, 0x112ec67]',
      17_384n,
      -32_602,
    ],
    'Alchemy, late': [
      'Query timeout exceeded. Consider reducing your block range. Based on your parameters and the response size limit, this block range should work: [0x112a880, 0x112a8e3]',
      100n,
    ],
    Infura: [
      'query returned more than 10000 results. Try with this block range [0x112A880, 0x112B0F7].',
      2_168n,
      -32_005,
    ],
    'Infura, before': ['query returned more than 10000 results', null, -32_005],
    Reth: ['query exceeds max results 20000, retry with the range 18000000-18004999', 5_000n, -32_602],
    'Erigon and Geth, late': ['query timeout exceeded', null],
    'a node that gave up': ['context deadline exceeded', null],
    'Reth, by bytes': ['Response is too big', null, -32_008],
    'a proxy, by bytes': ['backend response too large', null, -32_020],
    Pocket: ['logs matched by query exceeds limit of 10000', null],
  }
  for (const [provider, [message, blocks, code]] of Object.entries(cases))
    it(provider, () => assert.deepEqual(said(message, code), { kind: 'results', blocks }))

  it('by HTTP 413, by megabytes, and by silence', () => {
    const megabytes = new EgressError('too-large', 'rpc.test: more than 16 MB')
    const failures = [
      new EndpointFailure('HTTP 413'),
      new EndpointFailure(megabytes.message, false, { cause: megabytes }),
      new EndpointFailure('rpc.test: no answer in time', true),
    ]
    for (const failure of failures) assert.deepEqual(logRefusal(failure, ASKED), { kind: 'results', blocks: null })
  })
})

describe('what no narrower range would help', () => {
  const cases: Record<string, unknown> = {
    'a rate limit': new RpcError(-32_005, 'daily request count exceeded, request rate limited', undefined),
    'a rate limit with a range in it': new RpcError(429, 'Too Many Requests: in the 10 second range', undefined),
    credit: new RpcError(-32_000, 'You have exceeded your compute units per second capacity', undefined),
    'a filter without address': new RpcError(-32_701, 'Please specify an address in your request', undefined),
    'history that was pruned': new RpcError(4444, 'pruned history unavailable', undefined),
    'a method that is not there': new RpcError(-32_601, 'the method eth_getLogs does not exist', undefined),
    'HTTP 429': new EndpointFailure('HTTP 429'),
    'a closed connection': new EndpointFailure('socket hang up'),
    'our own mistake': new TypeError('range'),
  }
  for (const [what, error] of Object.entries(cases)) it(what, () => assert.equal(logRefusal(error, ASKED), null))
})

it('an offer no narrower than the request is none', () => {
  const refusal = said('this block range should work: [0x0, 0xffffffff]')
  assert.equal(refusal?.blocks, null)
  assert.deepEqual(said('block range too large [0x112a880, 0x112a87f]'), { kind: 'range', blocks: null })
})
