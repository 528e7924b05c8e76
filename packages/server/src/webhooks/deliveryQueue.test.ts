import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createDeliveryQueue, type DeliveryQueue } from './deliveryQueue.ts'

type One = { endpoint: string; webhookId: string; accountId: string; no: number }

const many = (endpoint: string, count: number, webhookId = endpoint, accountId = webhookId): One[] =>
  Array.from({ length: count }, (_, no) => ({ endpoint, webhookId, accountId, no }))
function takeFrom(queue: DeliveryQueue<One>): One[] {
  const taken = []
  for (let next = queue.next(); next !== null; next = queue.next()) taken.push(next)
  return taken
}

test('a webhook has four places, more while it answers quickly, half after a failure', () => {
  const queue = createDeliveryQueue<One>()
  assert.equal(queue.add(many('a', 9)).length, 1)
  const first = takeFrom(queue)
  assert.equal(first.length, 4)
  for (const delivery of first) queue.answered(delivery, { good: true, quick: true })
  assert.equal(queue.add(many('a', 61)).length, 1)
  const second = takeFrom(queue)
  assert.equal(second.length, 8)
  for (const delivery of second) queue.answered(delivery, { good: true, quick: false })
  const third = takeFrom(queue)
  assert.equal(third.length, 8)
  for (const delivery of third) queue.answered(delivery, { good: false, quick: true })
  assert.equal(takeFrom(queue).length, 1)
})

test('what a webhook cannot take soon is not held, and it is named; others are not kept waiting', () => {
  const queue = createDeliveryQueue<One>()
  const surplus = queue.add([...many('slow', 100), ...many('quick', 1)])
  assert.equal(surplus.length, 92)
  assert.deepEqual([queue.held(), queue.crowded()], [9, ['slow']])
  const started = Array.from({ length: 5 }, () => queue.next()?.endpoint)
  assert.deepEqual(started, ['slow', 'quick', 'slow', 'slow', 'slow'])
  assert.equal(queue.next(), null)
  assert.equal(queue.add(many('slow', 9)).length, 5)
  assert.deepEqual(queue.crowded(), ['slow'])
  assert.equal(queue.takeWaiting(({ no }) => no % 2 === 0).length, 4)
  assert.deepEqual(queue.crowded(), [])
})

test('at one endpoint webhooks take turns, and a failure costs only the webhook that failed', () => {
  const queue = createDeliveryQueue<One>()
  queue.add([...many('host', 8, 'bad'), ...many('host', 8, 'good')])
  const first = takeFrom(queue)
  assert.deepEqual(
    first.map(({ webhookId }) => webhookId),
    ['bad', 'good', 'bad', 'good', 'bad', 'good', 'bad', 'good'],
  )
  for (const delivery of first) queue.answered(delivery, { good: delivery.webhookId === 'good', quick: true })
  const byWebhook = Map.groupBy(takeFrom(queue), ({ webhookId }) => webhookId)
  assert.deepEqual([byWebhook.get('bad')?.length, byWebhook.get('good')?.length], [1, 4])
})

test('however many webhooks of an endpoint fail, others have half of its places; and however much waits, one of theirs may', () => {
  const queue = createDeliveryQueue<One>()
  const bad = Array.from({ length: 60 }, (_, no) => many('host', 8, `bad ${no}`)).flat()
  const surplus = queue.add(bad)
  assert.equal(surplus.length, bad.length - queue.held())
  assert.ok(!queue.crowded().includes('good'))
  assert.equal(queue.add(many('host', 2, 'good')).length, 1)
  for (let round = 0; round < 10; round++) {
    const taken = takeFrom(queue)
    assert.ok(taken.length <= 32)
    for (const delivery of taken) queue.answered(delivery, { good: delivery.webhookId === 'good', quick: true })
    queue.add(surplus.splice(0, 40))
  }
  queue.add(bad)
  assert.equal(takeFrom(queue).length, 16)
  queue.add(many('host', 2, 'good'))
  assert.deepEqual(
    takeFrom(queue).map(({ webhookId }) => webhookId),
    ['good', 'good'],
  )
})

test('however many endpoints of an account hang, half of all places are for others', () => {
  const queue = createDeliveryQueue<One>()
  for (let host = 0; host < 100; host++) queue.add(many(`slow ${host}`, 4, `slow ${host}`, 'one'))
  assert.equal(takeFrom(queue).length, 128)
  queue.add(many('quick', 4))
  assert.deepEqual(
    takeFrom(queue).map(({ endpoint }) => endpoint),
    ['quick', 'quick', 'quick', 'quick'],
  )
})

test('whatever happens, each delivery is taken once, none is lost, and places are bounded', () => {
  const step = fc.oneof(
    fc.record({
      endpoint: fc.constantFrom('a', 'b', 'c'),
      webhookId: fc.constantFrom('x', 'y', 'z'),
      count: fc.integer({ min: 1, max: 60 }),
    }),
    fc.constant('next' as const),
    fc.record({ which: fc.nat(), good: fc.boolean(), quick: fc.boolean() }),
    fc.constant('give back' as const),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const queue = createDeliveryQueue<One>()
      const underWay: One[] = []
      let [added, gone] = [0, 0]
      for (const each of steps) {
        if (each === 'next') {
          const next = queue.next()
          if (next) underWay.push(next)
        } else if (each === 'give back') gone += queue.takeWaiting(({ no }) => no % 2 === 0).length
        else if ('count' in each) {
          added += each.count
          gone += queue.add(many(each.endpoint, each.count, each.endpoint + each.webhookId)).length
        } else {
          const [answered] = underWay.splice(each.which % Math.max(1, underWay.length), 1)
          if (!answered) continue
          queue.answered(answered, each)
          queue.forget()
          gone++
        }
        assert.equal(queue.held(), added - gone)
        for (const name of ['a', 'b', 'c']) assert.ok(underWay.filter(({ endpoint }) => endpoint === name).length <= 32)
      }
      gone += queue.takeWaiting(() => true).length
      assert.equal(added - gone, underWay.length)
      assert.equal(new Set(underWay).size, underWay.length)
    }),
  )
})
