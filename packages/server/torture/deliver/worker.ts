import { writeSync } from 'node:fs'
import { createEgress } from '@redoubt/egress/createEgress.ts'
import { retrySchedule } from '../../src/domain/retrySchedule.ts'
import { openStore } from '../../src/store/openStore.ts'
import { createDelivery, type DeliveryTimes } from '../../src/webhooks/deliver.ts'
import { createPostDelivery } from '../../src/webhooks/postDelivery.ts'
import { OWNER, SECRET, type WorkerOrders } from './world.ts'

// A process that delivers, and tells events as fast as it can when it is given numbers for them; says each number once its event is
// acknowledged. Until it is killed, or its parent goes.

/** How long an event of the control is acknowledged and not yet written. */
const UNWRITTEN_MS = 20

const { url, allow, from, times, acknowledgesFirst } = JSON.parse(process.argv[2] ?? '') as WorkerOrders
const store = await openStore(url, SECRET)
const egress = createEgress({ allow: [allow] })
const loop = createDelivery({
  outbox: store.outbox,
  schedule: retrySchedule(null),
  post: createPostDelivery(egress.guarded.fetch, egress.guard.allow),
  onFailing: (id) => say(`failing ${id}`),
  onProblem: (error) => say(`problem ${error}`),
  ...(times && { times: times satisfies DeliveryTimes }),
})
loop.start()
process.stdin.on('end', () => process.exit()).resume()
say('ready')
for (let number = from ?? Number.POSITIVE_INFINITY; Number.isFinite(number); number++) {
  const data = JSON.stringify({ number, text: 'ünï😀'.repeat(number % 50) })
  // Told again after a crash, it is the same event.
  const event = { ...OWNER, type: 't', entity: null, data, identity: `number ${number}`, at: Date.now() }
  if (acknowledgesFirst) {
    say(String(number))
    await new Promise((resolve) => setTimeout(resolve, UNWRITTEN_MS))
  }
  await store.outbox.enqueue(event)
  if (!acknowledgesFirst) say(String(number))
  loop.wake()
  // The event loop must get its turn to send.
  await new Promise((resolve) => setTimeout(resolve, number % 3))
}

function say(line: string): void {
  writeSync(1, `${line}\n`)
}
