import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inNameOf } from '../../lib/askingAccount.ts'
import { createBackOff, type FailureKind } from './backOff.ts'
import { methodClass } from './endpoint.ts'

const after = (...failures: FailureKind[]) => {
  const backOff = createBackOff({ backOffMs: 60_000, maxBackOffMs: 600_000 })
  for (const how of failures) backOff.failed(how)
  return backOff
}

const ROWS: [FailureKind[], boolean][] = [
  [[], false],
  [['quick'], false],
  [['quick', 'quick'], true],
  [['slow'], true],
  [['refused', 'refused', 'refused'], false],
]
for (const [failures, left] of ROWS)
  test(`${failures.join(', ') || 'nothing'}: ${left ? 'left alone' : 'asked on'}`, () => {
    assert.equal(after(...failures).retryAt() > Date.now(), left)
  })

test('a success ends it', () => {
  const backOff = after('slow')
  backOff.succeeded()
  assert.deepEqual([backOff.failures(), backOff.retryAt()], [0, 0])
})

test('logs and traces fail on their own', () => {
  const methods = ['eth_getLogs', 'trace_filter', 'ots_getTransactionBySenderAndNonce', 'eth_call', 'eth_getBalance']
  assert.deepEqual(methods.map(methodClass), ['logs', 'traces', 'traces', 'state', 'state'])
})

test('what one account fails at is left alone by that account, until a second one fails at it too', () => {
  const backOff = after()
  const isLeftBy = (account: string) => inNameOf(account, () => backOff.retryAt() > Date.now())
  inNameOf('a', () => backOff.failed('slow'))
  assert.deepEqual([isLeftBy('a'), isLeftBy('b')], [true, false])
  inNameOf('b', () => backOff.succeeded())
  assert.deepEqual([isLeftBy('a'), isLeftBy('b')], [true, false])
  inNameOf('b', () => backOff.failed('slow'))
  assert.deepEqual([isLeftBy('b'), isLeftBy('c')], [true, true])
})

test('what an account failed at long ago does not make the failure of another count for all', ({ mock }) => {
  mock.timers.enable({ apis: ['Date'], now: 1_000_000_000_000 })
  const backOff = after()
  inNameOf('a', () => backOff.failed('slow'))
  mock.timers.tick(3_600_000)
  inNameOf('b', () => backOff.failed('slow'))
  assert.equal(
    inNameOf('c', () => backOff.retryAt() > Date.now()),
    false,
  )
})
