import { isDeepStrictEqual } from 'node:util'
import { judgeAttempt, retrySchedule } from '../../src/domain/retrySchedule.ts'
import type { Store } from '../../src/store/openStore.ts'
import { signedBody } from '../../src/webhooks/sign.ts'
import { createModel } from './model.ts'
import type { Random } from './random.ts'

type Leased = Awaited<ReturnType<Store['outbox']['lease']>>[number]

const START = 1_790_000_000_000
const LEASE_MS = 60_000
const STEPS = 25
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const WAITS = [0, 1, 999, MINUTE - 1, MINUTE, 4 * MINUTE, 25 * MINUTE, 90 * MINUTE, DAY, 3 * DAY, 3 * DAY + 1]
const OUTCOMES = [200, 204, 500, 410, 302, null, null, 503, 500, 500, null, 'killed', 'killed late'] as const

/**
 * One webhook's life.
 * @param count is told each thing that happened.
 * @param schedule default: the program's.
 * @returns What was not as the model says; null: nothing.
 */
export async function playSequence(
  { webhooks, outbox }: Store,
  random: Random,
  accountId: string,
  count: (what: string) => void,
  schedule = retrySchedule(null),
): Promise<string | null> {
  const owner = { accountId, environment: 'live' } as const
  const { id } = await webhooks.create(owner, {
    url: 'https://h.example/',
    endpoint: accountId,
    events: ['t'],
    secret: 's',
    now: START,
    entities: { spelled: [], keys: [] },
  })
  const model = createModel()
  const bodies = new Map<string, string>()
  /** Attempts whose process was killed, which come back when their lease is over. */
  let zombies: Leased[] = []
  let now = START

  async function attempt(delivery: Leased): Promise<string | null> {
    if ((bodies.get(delivery.id) ?? delivery.body) !== delivery.body) return 'the bytes changed'
    bodies.set(delivery.id, delivery.body)
    const outcome = random.pick(OUTCOMES)
    count(typeof outcome === 'string' ? outcome : outcome === null ? 'unanswered' : outcome < 300 ? 'ok' : 'refused')
    if (outcome === 'killed late') zombies.push(delivery)
    if (typeof outcome === 'string') return null
    return record(delivery, outcome)
  }

  async function record(delivery: Leased, status: number | null): Promise<string | null> {
    const judged = judgeAttempt(delivery, { status }, schedule)
    const made = { ...judged, status, error: status === null ? 'timeout' : null, at: now, durationMs: 1 }
    const failed = (await outbox.record([{ delivery, attempt: made }])).includes(id)
    const expected = model.attempted(delivery.id, judged.delivered, delivery.leasedUntil)
    if (failed) count('failing')
    // Checked at once: after the fifth failure no reader may find an active webhook or a due delivery.
    return failed === expected ? differs() : `failing ${failed} instead of ${expected}`
  }

  async function differs(): Promise<string | null> {
    const status = (await webhooks.get(owner, id))?.status
    if (status !== (model.failing() ? 'failing' : 'active')) return `the webhook is ${status}`
    const { deliveries } = await outbox.list(id, { limit: 100, cursor: null })
    const kept = deliveries.map((one) => [one.id, one.status, one.attempts.length, one.nextAttemptAt]).reverse()
    const expected = [...model.deliveries].map(([name, one]) => [
      ...[name, one.status, one.logged, one.status === 'pending' ? one.dueAt : null],
    ])
    return isDeepStrictEqual(kept, expected) ? null : `${JSON.stringify(kept)} instead of ${JSON.stringify(expected)}`
  }

  const steps: Record<string, () => Promise<string | null>> = {
    async tell() {
      const event = { ...owner, type: 't', entity: null, data: '{"a":"ü"}', identity: null, at: now }
      await outbox.enqueue(event)
      const [newest] = (await outbox.list(id, { limit: 1, cursor: null })).deliveries
      if (!newest) return 'nothing was written'
      model.told(newest.id, now)
      return null
    },
    async deliver() {
      const leased = await outbox.lease({ now, leaseMs: LEASE_MS, limit: 500, without: [], bodyOf: signedBody })
      const expected = model.lease(now)
      if (!isDeepStrictEqual(leased.map((one) => one.id).sort(), expected.sort())) {
        return `leased ${leased.map((one) => one.id)} instead of ${expected}`
      }
      for (const delivery of leased) {
        const problem = await attempt(delivery)
        if (problem !== null) return problem
      }
      return null
    },
    async wake() {
      const all = zombies
      zombies = []
      for (const zombie of all) {
        const problem = await record(zombie, random.pick([200, 500]))
        if (problem !== null) return problem
      }
      return null
    },
    async activate() {
      count('activated')
      await webhooks.activate(owner, id, { now, oldest: now - 3 * DAY })
      model.activate(now)
      return null
    },
    async retry() {
      const [chosen] = [...model.deliveries.keys()].slice(random.below(Math.max(1, model.deliveries.size)))
      // Over HTTP a failing webhook is refused before.
      if (chosen === undefined || model.failing()) return null
      const retried = (await outbox.retry(id, chosen, now)) !== null
      if (retried) count('by hand')
      return retried === model.retry(chosen, now) ? null : `retried ${retried}`
    },
  }
  const chances = ['tell', 'deliver', 'deliver', 'deliver', 'deliver', 'deliver', 'wake', 'activate', 'retry']
  let problem: string | null = null
  for (let step = 0; step < STEPS && problem === null; step++) {
    const due = [...model.deliveries.values()].map(({ dueAt }) => dueAt).filter((at) => at > now)
    // Often to the very moment, or a millisecond before it.
    if (random.below(2) === 0 && due.length > 0) now = Math.max(now, Math.min(...due) - random.below(2))
    else now += random.pick(WAITS)
    const name = random.pick(chances)
    problem = (await steps[name]?.()) ?? (await differs())
    if (problem !== null) problem = `${name}, step ${step}: ${problem}`
  }
  count('deleted')
  if (!(await webhooks.delete(owner, id))) return 'it could not be deleted'
  const left = await outbox.lease({ now: now + 9 * DAY, leaseMs: 1, limit: 500, without: [], bodyOf: signedBody })
  for (const zombie of zombies)
    if ((await outbox.record([{ delivery: zombie, attempt: LATE }])).length > 0) return 'a deleted webhook fails'
  return problem ?? (left.length > 0 ? 'something is left of a deleted webhook' : null)
}

const LATE = { delivered: false, nextAt: null, status: 500, error: null, at: START, durationMs: 1 }
