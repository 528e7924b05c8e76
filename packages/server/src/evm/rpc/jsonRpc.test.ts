import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeAnswers, encodeRequests, RpcError } from './jsonRpc.ts'
import { MalformedAnswer } from './rpcValues.ts'

const answers = (...ids: number[]) => JSON.stringify(ids.map((id) => ({ jsonrpc: '2.0', id, result: id })))

describe('JSON-RPC', () => {
  it('writes one request or a batch', () => {
    const requests = [
      { method: 'a', params: [] },
      { method: 'b', params: [1] },
    ]
    assert.equal(JSON.parse(encodeRequests(requests.slice(0, 1), 7, false)).id, 7)
    assert.deepEqual(
      JSON.parse(encodeRequests(requests, 7, true)).map((one: { id: number }) => one.id),
      [7, 8],
    )
  })
  it('orders the answers of a batch by id', () => {
    assert.deepEqual(decodeAnswers(answers(8, 7), 2, 7, true), [{ result: 7 }, { result: 8 }])
  })
  it('hands on errors', () => {
    const text = JSON.stringify({ id: 1, error: { code: 3, message: 'execution reverted', data: '0x' } })
    const [answer] = decodeAnswers(text, 1, 1, false)
    assert.ok(answer && 'error' in answer && answer.error instanceof RpcError && answer.error.code === 3)
  })
  it('refuses missing, repeated and foreign ids and what is no answer', () => {
    for (const text of [
      answers(7),
      answers(7, 7),
      answers(7, 9),
      answers(7, 8, 9),
      '{}',
      'nonsense',
      '[null,null]',
      '[{"id":7},{"id":8}]',
    ])
      assert.throws(() => decodeAnswers(text, 2, 7, true), MalformedAnswer, text)
  })
})
