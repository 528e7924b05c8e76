import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import { createTurnstile } from './turnstile.ts'

const MANY = 200

/** Accounts in the order in which their requests went on. */
function world() {
  let ms = 0
  const entered: string[] = []
  const pass = createTurnstile({ now: () => ms })
  return {
    entered,
    /** Whether it waits. */
    ask: (account: string) => {
      const passed = pass(account)
      if (passed === undefined) entered.push(account)
      else void passed.then(() => entered.push(account))
      return passed !== undefined
    },
    wait: (milliseconds: number) => {
      ms += milliseconds
    },
  }
}

test('an account that is alone does not wait', () => {
  const { ask } = world()
  for (let index = 0; index < MANY; index++) assert.equal(ask('a'), false)
})

test('accounts that ask as much as each other do not wait', () => {
  const { ask, wait } = world()
  for (let index = 0; index < MANY; index++) {
    wait(2)
    assert.deepEqual([ask('a'), ask('b')], [false, false])
  }
})

test('an account that asks far more than another waits for its turns, and the other one does not', async () => {
  const { ask, entered, wait } = world()
  ask('b')
  for (let index = 0; index < MANY; index++) ask('a')
  wait(100)
  const waits = Array.from({ length: MANY }, () => ask('a'))
  assert.deepEqual(new Set(waits), new Set([true]))
  const before = entered.length
  assert.equal(ask('b'), false)
  await setImmediate()
  await setImmediate()
  assert.ok(entered.length < before + MANY / 2, 'a turn lets few in')
  while (entered.length < before + MANY + 1) await pause(1)
})

test('an account waits no more once the other one has gone', () => {
  const { ask, wait } = world()
  ask('b')
  for (let index = 0; index < MANY; index++) ask('a')
  wait(100)
  assert.equal(ask('a'), true)
  wait(3_000)
  assert.equal(ask('a'), false)
})
