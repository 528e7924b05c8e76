import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { readBlockTraces, readCallTraces } from './internalTransfers.ts'
import { stateSyncOf } from './rpcValues.ts'

const BLOCK: Hex = `0x${'bb'.repeat(32)}`
const [FIRST, SECOND]: [Hex, Hex] = [`0x${'01'.repeat(32)}`, `0x${'02'.repeat(32)}`]
const of = (digit: string): Address => `0x${digit.repeat(40)}`
const [PAYER, CONTRACT, WALLET] = [of('a'), of('c'), of('e')]
const block = { hash: BLOCK, transactions: [{ hash: FIRST }, { hash: SECOND }] }
const paid = { transactionHash: FIRST, from: CONTRACT, to: WALLET, value: 5n }

const call = (more: object = {}) => ({ type: 'CALL', from: CONTRACT, to: WALLET, value: '0x5', ...more })
const outer = (...calls: object[]) => call({ from: PAYER, to: CONTRACT, value: '0x9', calls })
const quiet = { txHash: SECOND, result: outer() }

test('calls, creations and what a contract leaves behind move coins; the transaction itself is told by its value', async () => {
  const calls = [
    call({ calls: [call({ type: 'CREATE2', value: '0x1' })] }),
    call({ type: 'DELEGATECALL', calls: [call({ value: '0x2' })] }),
    call({ value: '0x0' }),
    call({ type: 'SELFDESTRUCT', value: '0x3' }),
    call({ type: 'STATICCALL', value: undefined }),
  ]
  assert.deepEqual(await readCallTraces([{ txHash: FIRST, result: outer(...calls) }, quiet], block), [
    { ...paid, path: '0' },
    { ...paid, value: 1n, path: '0.0' },
    { ...paid, value: 2n, path: '1.0' },
    { ...paid, value: 3n, path: '3' },
  ])
})

test('a reverted call moved nothing, with all calls within it', async () => {
  const undone = call({ error: 'execution reverted', calls: [call()] })
  assert.deepEqual(await readCallTraces([{ txHash: FIRST, result: outer(undone, call()) }, quiet], block), [
    { ...paid, path: '1' },
  ])
  const failed = { ...outer(call()), error: 'out of gas' }
  assert.deepEqual(await readCallTraces([{ txHash: FIRST, result: failed }, quiet], block), [])
})

test('half an answer is none', async () => {
  const whole = { txHash: FIRST, result: outer(call()) }
  for (const traces of [[], [whole], [whole, { txHash: SECOND, error: 'execution timeout' }], [whole, whole]])
    await assert.rejects(readCallTraces(traces, block), /a transaction is missing/)
  // Nodes that do not name transactions answer one for each, and some one for what is none.
  assert.equal((await readCallTraces([{ result: outer(call()) }, { result: outer() }], block)).length, 1)
  await assert.rejects(readCallTraces([{ result: outer(call()) }], block), /a transaction is missing/)
  const more = [whole, quiet, { txHash: BLOCK, result: outer(call()) }]
  assert.equal((await readCallTraces(more, block)).length, 1)
  await assert.rejects(readCallTraces(null, block), /traces/)
})

const trace = (transactionHash: Hex | null, traceAddress: number[], more: object = {}) => ({
  blockHash: BLOCK,
  transactionHash,
  traceAddress,
  type: 'call',
  action: { callType: 'call', from: CONTRACT, to: WALLET, value: '0x5' },
  ...more,
})

test('trace_block says the same', async () => {
  const traces = [
    trace(FIRST, []),
    trace(FIRST, [0]),
    trace(FIRST, [1], { error: 'Reverted' }),
    trace(FIRST, [1, 0]),
    trace(FIRST, [1, 0, 0]),
    trace(FIRST, [2], { action: { callType: 'delegatecall', from: CONTRACT, to: WALLET, value: '0x9' } }),
    trace(FIRST, [2, 0]),
    trace(FIRST, [3], { type: 'suicide', action: { address: CONTRACT, refundAddress: WALLET, balance: '0x1' } }),
    trace(FIRST, [4], {
      type: 'create',
      action: { from: CONTRACT, value: '0x2' },
      result: { address: WALLET },
    }),
    trace(SECOND, [], { error: 'Reverted' }),
    trace(SECOND, [0]),
    trace(null, [], { type: 'reward', action: { author: WALLET, value: '0x9' } }),
  ]
  assert.deepEqual(await readBlockTraces(traces, block), [
    { ...paid, path: '0' },
    { ...paid, path: '2.0' },
    { ...paid, value: 1n, path: '3' },
    { ...paid, value: 2n, path: '4' },
  ])
})

test('trace_block of another block, or of half of this one, is none', async () => {
  const another = { ...trace(FIRST, []), blockHash: FIRST }
  await assert.rejects(readBlockTraces([another, trace(SECOND, [])], block), /another block/)
  await assert.rejects(readBlockTraces([trace(FIRST, []), trace(FIRST, [0])], block), /a transaction is missing/)
})

describe('the state sync of a Polygon block, which nodes need not trace', () => {
  const untraced = stateSyncOf('polygon', { number: 9n, hash: BLOCK })
  assert.ok(untraced)
  const synced = { ...block, transactions: [...block.transactions, { hash: untraced }], untraced }
  const first = { txHash: FIRST, result: outer(call()) }
  const sync = { txHash: untraced, result: outer(call({ value: '0x7' })) }
  const unnamed = [{ result: outer(call()) }, { result: outer() }]
  const one = [{ ...paid, path: '0' }]
  const both = [...one, { ...paid, transactionHash: untraced, value: 7n, path: '0' }]

  const whole: [string, object[], object[]][] = [
    ['left out', [first, quiet], one],
    ['without a result', [first, quiet, { txHash: untraced, error: 'not supported' }], one],
    ['traced', [first, quiet, sync], both],
    ['left out, of traces without a name', unnamed, one],
    ['traced, of traces without a name', [...unnamed, { result: sync.result }], both],
  ]
  for (const [name, traces, expected] of whole)
    test(name, async () => assert.deepEqual(await readCallTraces(traces, synced), expected))

  test('nothing else may be left out', async () => {
    for (const traces of [[], [first], [first, sync], unnamed.slice(0, 1)])
      await assert.rejects(readCallTraces(traces, synced), /a transaction is missing/)
    await assert.rejects(readCallTraces([first, quiet], { ...synced, untraced: null }), /a transaction is missing/)
    await assert.rejects(readBlockTraces([trace(FIRST, [])], synced), /a transaction is missing/)
    assert.equal(stateSyncOf('ethereum', { number: 9n, hash: BLOCK }), null)
  })

  test('trace_block with it and without', async () => {
    const traces = [trace(FIRST, []), trace(FIRST, [0]), trace(SECOND, [])]
    assert.deepEqual(await readBlockTraces(traces, synced), one)
    assert.deepEqual(
      (await readBlockTraces([...traces, trace(untraced, []), trace(untraced, [0])], synced)).map(
        (of) => of.transactionHash,
      ),
      [FIRST, untraced],
    )
    await assert.rejects(readBlockTraces(traces, { ...synced, untraced: null }), /a transaction is missing/)
  })
})
