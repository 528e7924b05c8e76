import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTape, ReadNotRecorded, type Reads, readsFromJson, readsToJson } from './tape.ts'

const ROOM = 10_000

test('equal questions are one read, also on another tape of the same reads', async () => {
  const reads: Reads = new Map()
  let asked = 0
  const ask = async () => ({ balance: BigInt(++asked) })
  const first = createTape(reads, ROOM)
  const both = [first.read('chain.balance', ['0xab'], ask), first.read('chain.balance', ['0xab'], ask)]
  assert.deepEqual(await Promise.all(both), [{ balance: 1n }, { balance: 1n }])
  assert.deepEqual(await first.read('chain.balance', ['0xab'], ask), { balance: 1n })
  await first.read('chain.balance', ['0xcd'], ask)
  assert.equal(first.asked(), 2)
  const again = createTape(readsFromJson(JSON.parse(JSON.stringify(readsToJson(reads)))), ROOM)
  assert.deepEqual(await again.read('chain.balance', ['0xab'], null), { balance: 1n })
  assert.deepEqual([again.asked(), again.missing()], [0, []])
})

test('a failure is played back, and a missing read is named', async () => {
  const reads: Reads = new Map()
  const fail = () => Promise.reject(new RangeError('no such block'))
  await assert.rejects(createTape(reads, ROOM).read('chain.head', [], fail), RangeError)
  const again = createTape(reads, ROOM)
  await assert.rejects(again.read('chain.head', [], null), { name: 'RangeError', message: 'no such block' })
  await assert.rejects(again.read('chain.code', ['0xab'], null), ReadNotRecorded)
  assert.deepEqual(again.missing(), ['chain.code ["0xab"]'])
})

test('a read goes on when its asker leaves, and one that takes too long is kept as unanswered', async () => {
  const reads: Reads = new Map()
  const tape = createTape(reads, ROOM)
  const leaving = new AbortController()
  const { promise, resolve } = Promise.withResolvers<number>()
  const left = tape.read('chain.nonce', [], () => promise, leaving.signal)
  const never = tape.read('chain.logs', [], () => new Promise(() => undefined), leaving.signal)
  leaving.abort(new Error('left'))
  await assert.rejects(left, /left/)
  await assert.rejects(never, /left/)
  resolve(3)
  await tape.settle(20)
  const again = createTape(reads, ROOM)
  assert.equal(await again.read('chain.nonce', [], null), 3)
  await assert.rejects(again.read('chain.logs', [], null), { name: 'TimeoutError' })
})

test('is full beyond its bound', async () => {
  const tape = createTape(new Map(), 100)
  await tape.read('chain.code', ['0xab'], async () => '0x'.padEnd(50, '6'))
  assert.equal(tape.isFull(), false)
  await tape.read('chain.code', ['0xcd'], async () => '0x'.padEnd(50, '6'))
  assert.equal(tape.isFull(), true)
  // What an earlier execution read counts too.
  const reads: Reads = new Map()
  await createTape(reads, 100).read('chain.code', ['0xab'], async () => '0x'.padEnd(50, '6'))
  const next = createTape(reads, 100)
  await next.read('chain.code', ['0xcd'], async () => '0x'.padEnd(50, '6'))
  assert.deepEqual([next.isFull(), reads.size], [true, 1])
})
