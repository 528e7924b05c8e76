import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createBatchReads } from './batchReads.ts'

/** Reads that end when they are told to. */
function world(maxAtOnce: number) {
  const reads: { questions: number[]; end: () => void; fail: (error: Error) => void }[] = []
  const ask = createBatchReads<number, string>((questions) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>()
    reads.push({ questions, end: () => resolve(questions.map(String)), fail: reject })
    return promise
  }, maxAtOnce)
  return { reads, ask, asked: () => reads.map(({ questions }) => questions) }
}

describe('createBatchReads', () => {
  test('who asks in one turn of the event loop shares a read, and each gets his own answer', async () => {
    const { reads, ask, asked } = world(1)
    const answers = [ask(1), ask(2), ask(1)]
    assert.deepEqual(asked(), [])
    await setImmediate()
    assert.deepEqual(asked(), [[1, 2, 1]])
    reads[0]?.end()
    assert.deepEqual(await Promise.all(answers), ['1', '2', '1'])
  })

  test('no caller joins a read that has begun', async () => {
    const { reads, ask, asked } = world(2)
    const first = ask(1)
    await setImmediate()
    const second = ask(1)
    await setImmediate()
    assert.deepEqual(asked(), [[1], [1]])
    for (const { end } of reads) end()
    assert.deepEqual(await Promise.all([first, second]), ['1', '1'])
  })

  test('no more reads than allowed are under way; who waits shares the next', async () => {
    const { reads, ask, asked } = world(1)
    const first = ask(1)
    await setImmediate()
    const others = [ask(2), ask(3)]
    await setImmediate()
    assert.deepEqual(asked(), [[1]])
    reads[0]?.end()
    await first
    await setImmediate()
    assert.deepEqual(asked(), [[1], [2, 3]])
    reads[1]?.end()
    assert.deepEqual(await Promise.all(others), ['2', '3'])
  })

  test('a read that fails, fails for its sharers and for no other', async () => {
    const { reads, ask } = world(1)
    const failed = [ask(1), ask(2)].map((answer) => assert.rejects(answer, /gone/))
    await setImmediate()
    const next = ask(3)
    reads[0]?.fail(new Error('gone'))
    await Promise.all(failed)
    await setImmediate()
    reads[1]?.end()
    assert.equal(await next, '3')
  })

  test('a read that throws at once fails for those who share it', async () => {
    const ask = createBatchReads<number, string>(() => {
      throw new Error('gone')
    }, 1)
    await assert.rejects(ask(1), /gone/)
    await assert.rejects(ask(2), /gone/)
  })

  test('an answer that takes longer delays no other', async () => {
    const slow = Promise.withResolvers<string>()
    const ask = createBatchReads<number, string>((all) => all.map((one) => (one === 1 ? slow.promise : String(one))), 1)
    const first = ask(1)
    assert.equal(await ask(2), '2')
    slow.resolve('slow')
    assert.equal(await first, 'slow')
  })

  test('hundreds who ask at once are read in parts', async () => {
    const sizes: number[] = []
    const ask = createBatchReads<number, number>((all) => {
      sizes.push(all.length)
      return all
    }, 1)
    const all = Array.from({ length: 450 }, (_, index) => index)
    assert.deepEqual(await Promise.all(all.map(ask)), all)
    assert.deepEqual(sizes, [200, 200, 50])
  })
})
