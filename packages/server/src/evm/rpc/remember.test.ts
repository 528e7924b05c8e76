import assert from 'node:assert/strict'
import { test } from 'node:test'
import { remember } from './stateCache.ts'

test('works once for a key, and again when it has been pushed out', () => {
  const worked: string[] = []
  const length = remember(2, (key: string) => {
    worked.push(key)
    return key.length
  })
  assert.deepEqual(
    [length('a'), length('bb'), length('a'), length('ccc'), length('a'), length('bb')],
    [1, 2, 1, 3, 1, 2],
  )
  assert.deepEqual(worked, ['a', 'bb', 'ccc', 'bb'])
})

test('does not remember a failure', () => {
  let calls = 0
  const flaky = remember(2, (key: string) => {
    if (calls++ === 0) throw new Error(key)
    return key
  })
  assert.throws(() => flaky('x'))
  assert.equal(flaky('x'), 'x')
})
