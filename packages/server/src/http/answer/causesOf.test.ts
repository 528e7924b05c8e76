import assert from 'node:assert/strict'
import { test } from 'node:test'
import { causesOf } from './handleError.ts'

test('every cause once, outermost first, in one line, with no credentials', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), { code: 'ECONNREFUSED' })
  const several = new AggregateError([refused, new Error('reset\n  by peer'), refused])
  const post = new Error('https://u:p@node.example/v2/KEY?k=1 did not answer', { cause: several })
  assert.deepEqual(causesOf(new Error('outer', { cause: post })), [
    'https://node.example did not answer',
    'connect ECONNREFUSED 127.0.0.1:9',
    'reset by peer',
  ])
})

test('no cause, and causes without end', () => {
  assert.deepEqual(causesOf(new Error('alone')), [])
  let error = new Error('0')
  for (let depth = 1; depth < 50; depth++) error = new Error(String(depth), { cause: error })
  assert.equal(causesOf(error).length, 8)
  const loop = new Error('loop')
  loop.cause = new Error('inner', { cause: loop })
  assert.deepEqual(causesOf(loop), ['inner', 'loop'])
})
