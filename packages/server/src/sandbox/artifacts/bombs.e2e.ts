import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { hexToNumber } from 'viem'
import { owner, startTestChain, type TestChain, type TestContract } from './testChain.ts'

const GAS = 3_000_000n
const SIZE = 32_768n

let chain: TestChain
let bombs: TestContract
before(async () => {
  chain = await startTestChain()
  bombs = await chain.deploy('Bombs')
})
after(() => chain[Symbol.asyncDispose]())

describe('Bombs use most of a small gas limit and succeed', () => {
  for (const [name, args] of [
    ['loop', []],
    ['hash', []],
    ['logs', [SIZE]],
    ['callTree', []],
    ['store', [1n]],
    ['create', []],
  ] as const) {
    test(name, async () => {
      const receipt = await chain.send({
        from: owner.address,
        to: bombs.address,
        data: bombs.data(name, args),
        gas: GAS,
      })
      assert.ok(receipt.gasUsed > GAS / 2n, `${receipt.gasUsed}`)
    })
  }

  test('recurse goes hundreds of frames deep', async () => {
    type Frame = { calls?: Frame[]; error?: string }
    const call = { from: owner.address, to: bombs.address, data: bombs.data('recurse'), gas: '0x1c9c380' }
    let frame: Frame | undefined = await chain.client.request<{
      Method: 'debug_traceCall'
      Parameters: [object, string, object]
      ReturnType: Frame
    }>({ method: 'debug_traceCall', params: [call, 'latest', { tracer: 'callTracer' }] })
    assert.equal(frame.error, undefined)
    let depth = 0
    for (; frame; frame = frame.calls?.[0]) depth++
    assert.ok(depth > 200, `${depth}`)
  })

  test('answer and refuse end with as many bytes as asked for', async () => {
    const { data } = await chain.client.call({ to: bombs.address, data: bombs.data('answer', [SIZE]) })
    assert.equal(data?.length, 2 + 2 * Number(SIZE))
    await bombs.refuses(owner.address, 'refuse', [SIZE])
  })

  test('logs are as many and as large as the gas allows', async () => {
    const { logs } = await chain.send({
      from: owner.address,
      to: bombs.address,
      data: bombs.data('logs', [SIZE]),
      gas: GAS,
    })
    assert.ok(logs.length >= 5)
    assert.equal(hexToNumber(`0x${logs[0]?.data.slice(66, 130)}`), Number(SIZE))
  })
})
