import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createTurnstile } from './turnstile.ts'

/** Accounts in the order in which their requests went on. */
function world() {
  let ms = 0
  const entered: string[] = []
  const pass = createTurnstile({ now: () => ms })
  return {
    entered,
    ask: (account: string) => pass(account).then(() => void entered.push(account)),
    wait: (milliseconds: number) => {
      ms += milliseconds
    },
  }
}

test('an account that is alone does not wait', async () => {
  const { ask, entered } = world()
  for (let index = 0; index < 50; index++) void ask('a')
  await setImmediate()
  assert.equal(entered.length, 50)
})

test('beside another account few requests go on in each turn of the event loop, and accounts take turns', async () => {
  const { ask, entered, wait } = world()
  await ask('b')
  const asked = [...Array.from({ length: 9 }, () => ask('a')), ask('b')]
  await Promise.all(asked)
  assert.deepEqual(entered.slice(0, 3), ['b', 'a', 'b'])
  assert.equal(entered.length, 11)
  wait(2_000)
  const before = entered.length
  const more = Array.from({ length: 5 }, () => ask('b'))
  await Promise.all(more)
  assert.equal(entered.length, before + 5)
})
