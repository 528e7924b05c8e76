import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPlaces } from './places.ts'

test('places grow while the processor waits and jobs do too, and fall at once when it computes', () => {
  let [ms, load] = [0, 0.1]
  const places = createPlaces(4, 8, { now: () => ms, load: () => load, processors: 2 })
  const look = (isWaiting = true) => {
    ms += 20
    return places(isWaiting)
  }
  assert.deepEqual([look(), look(), look()], [5, 6, 7])
  assert.equal(places(true), 7, 'nothing changes within a window')
  assert.deepEqual([look(), look()], [8, 8])
  load = 0.95
  assert.equal(look(), 4)
  load = 0.1
  assert.equal(look(), 5)
  assert.equal(look(false), 4, 'a quiet service does not let the next flood in at once')
})

test('places do not grow while engines and the event loop have all processors', () => {
  let [ms, computing] = [0, 2]
  const places = createPlaces(2, 8, { now: () => ms, load: () => 0.4, computing: () => computing, processors: 2 })
  const look = () => {
    ms += 20
    return places(true)
  }
  assert.deepEqual([look(), look()], [2, 2])
  computing = 1
  assert.deepEqual([look(), look()], [3, 4], 'one of them waits for state')
  computing = 2
  assert.equal(look(), 2)
})
