import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Devtools } from './devtools.ts'
import { createTypedMarks } from './typedMarks.ts'
import { watchTraffic } from './watchTraffic.ts'

const SEALED = Buffer.from(Array.from({ length: 90 }, (_, at) => (at * 137 + 91) % 256)).toString('base64')
const watch = () => {
  const marks = createTypedMarks()
  return { marks, traffic: watchTraffic({} as Devtools, marks) }
}

test('what is unreadable after a phrase accuses a socket, and no message between windows', () => {
  const found = (['websocket', 'message'] as const).map((channel) => {
    const { traffic } = watch()
    traffic.typing('phrase')
    traffic.unsent(SEALED, 'https://frame.example/', channel)
    return traffic.sent().length
  })
  assert.deepEqual(found, [1, 0])
})

test('a phrase in a message is found, and an unread event breaks nothing', async () => {
  const { marks, traffic } = watch()
  traffic.typing('phrase')
  traffic.unsent(marks.phrase.join(' '), 'https://frame.example/', 'message')
  assert.deepEqual(traffic.sent(), [{ kind: 'phrase', host: 'frame.example', channel: 'message' }])
  // No browser that could be asked for the body.
  const request = { url: 'https://a.example/', method: 'POST', hasPostData: true }
  traffic.heard({ method: 'Network.requestWillBeSent', params: { requestId: '1', request }, session: null })
  await new Promise(setImmediate)
  assert.equal(traffic.pending(), 1)
})
