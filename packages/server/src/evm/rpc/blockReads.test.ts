import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { createBlockReads } from './blockReads.ts'
import { CHAIN_LIMITS } from './chainLimits.ts'
import { type EndpointPool, UnsupportedMethod } from './endpointPool.ts'
import { stateSyncOf } from './rpcValues.ts'

const HASH: Hex = `0x${'bb'.repeat(32)}`
const SENT: Hex = `0x${'01'.repeat(32)}`
const of = (digit: string): Address => `0x${digit.repeat(40)}`
const call = { type: 'CALL', from: of('a'), to: of('c'), value: '0x5' }
const CALL_TRACES = [{ txHash: SENT, result: { ...call, calls: [call] } }]
const BLOCK_TRACES = [[], [0]].map((traceAddress) => ({
  blockHash: HASH,
  transactionHash: SENT,
  traceAddress,
  type: 'call',
  action: { ...call, callType: 'call' },
}))

/** What is read of a block that ends with a state sync, where nodes answer the methods so, and no other. */
function insideOf(chain: Chain, answers: Record<string, unknown>) {
  const pool: EndpointPool = {
    async request({ method, read }) {
      if (!(method in answers)) throw new UnsupportedMethod(method, chain)
      return read(answers[method])
    },
    requestAll: async () => [],
    requestOne: () => assert.fail('no endpoint is asked by name'),
    ready: () => [],
    endpoints: [],
  }
  const header = { number: 9n, hash: HASH, parentHash: SENT, timestamp: 1n }
  const sync = stateSyncOf('polygon', header)
  assert.ok(sync)
  const transactions = [SENT, sync].map((hash) => ({
    hash,
    from: of('a'),
    to: of('c'),
    nonce: 0n,
    value: 0n,
    input: '0x' as const,
  }))
  return createBlockReads(chain, pool, CHAIN_LIMITS).inside({ ...header, transactions, logs: [] })
}

for (const [method, traces] of Object.entries({ debug_traceBlockByHash: CALL_TRACES, trace_block: BLOCK_TRACES }))
  test(`a Polygon block is traced by ${method} without its state sync, and another network’s is not`, async () => {
    const payment = { transactionHash: SENT, from: of('a'), to: of('c'), value: 5n, path: '0' }
    assert.deepEqual(await insideOf('polygon', { [method]: traces }), [payment])
    assert.equal(await insideOf('ethereum', { [method]: traces }), 'failed')
  })
