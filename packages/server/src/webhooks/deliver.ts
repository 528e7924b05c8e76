import { judgeAttempt, type RetrySchedule } from '../domain/retrySchedule.ts'
import { createDeliveryQueue } from './deliveryQueue.ts'
import type { DueDeliveries, LeasedDelivery, MadeAttempt } from './ports.ts'
import type { PostDelivery } from './postDelivery.ts'
import { signedBody } from './sign.ts'

/** How long the first waits for others, in milliseconds: a write costs as much for a hundred as for one. */
const GATHER_MS = 10

const AT_ONCE = 200

/** An unrecorded delivery would be sent again, so writes to a busy database are retried first. */
const AGAIN_AFTER_MS = [100, 1_000]

export type DeliveryLoop = {
  start(): void
  /** Something may be due. */
  wake(): void
  /** Ends what is under way, or gives it back after a few seconds; waiting deliveries are given back at once. */
  close(): Promise<void>
}
/** In milliseconds. */
export type DeliveryTimes = {
  /** A receiver has this long to answer. */
  deadlineMs: number
  /** What a killed process held is free again after this. Longer than what waits, an attempt, and what is written after it. */
  leaseMs: number
  /** What other processes wrote, and what has become due, is found by looking. */
  lookEveryMs: number
  graceMs: number
}

const TIMES: DeliveryTimes = { deadlineMs: 15_000, leaseMs: 60_000, lookEveryMs: 500, graceMs: 5_000 }
/** Held at most: under way, waiting for a place, or being written. More are taken when half of it is free. */
const HELD = 1_024
/** In one transaction. */
const LEASED_AT_ONCE = 128
const QUICK_MS = 1_000

/** Delivers what is due: at least once each, in parallel, to each webhook as much as it answers well. */
export function createDelivery({
  outbox,
  post,
  schedule,
  onAttempt = () => {},
  onFailing,
  onProblem,
  times: { deadlineMs, leaseMs, lookEveryMs, graceMs } = TIMES,
}: {
  outbox: DueDeliveries
  post: PostDelivery
  schedule: RetrySchedule
  onAttempt?(attempt: Pick<MadeAttempt['attempt'], 'delivered' | 'status'>): void
  /** A webhook failed for the last time. */
  onFailing(webhookId: string): void
  onProblem(error: unknown): void
  times?: DeliveryTimes
}): DeliveryLoop {
  const queue = createDeliveryQueue<LeasedDelivery>()
  const underWay = new Set<Promise<void>>()
  const stop = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let closing = false
  let looking: Promise<void> | null = null
  let lookAgain = false
  /** The webhooks that the last look left out when it found nothing: nor will the next, unless one of them has room. */
  let nothingWithout: readonly string[] | null = null

  const recorder = createAttemptRecorder<MadeAttempt>(async (made) => {
    for (const webhookId of await outbox.record(made)) onFailing(webhookId)
  }, onProblem)

  async function look(): Promise<void> {
    const soonest = Date.now() + 2 * deadlineMs
    await giveBack(({ leasedUntil }) => leasedUntil < soonest)
    begin()
    while (!closing && queue.held() <= HELD / 2) {
      const without = queue.crowded()
      if (nothingWithout?.every((webhookId) => without.includes(webhookId))) return
      const [now, limit] = [Date.now(), LEASED_AT_ONCE]
      const leased = await outbox.lease({ now, leaseMs, limit, without, bodyOf: signedBody })
      nothingWithout = leased.length === 0 ? without : null
      await outbox.release(queue.add(leased), Date.now())
      begin()
    }
  }

  async function giveBack(which: (delivery: LeasedDelivery) => boolean): Promise<void> {
    await outbox.release(queue.takeWaiting(which), Date.now())
  }

  function begin(): void {
    for (let delivery = closing ? null : queue.next(); delivery !== null; delivery = queue.next()) {
      const attempt = attemptOf(delivery).catch(onProblem)
      underWay.add(attempt)
      void attempt.then(() => underWay.delete(attempt))
    }
  }

  async function attemptOf(delivery: LeasedDelivery): Promise<void> {
    const at = Date.now()
    const outcome = await post(delivery, { at, deadlineMs, signal: stop.signal })
    const durationMs = Date.now() - at
    const judged = judgeAttempt(delivery, outcome, schedule)
    queue.answered(delivery, { good: judged.delivered, quick: durationMs < QUICK_MS })
    begin()
    try {
      if (outcome.status === null && stop.signal.aborted) return await outbox.release([delivery], Date.now())
      onAttempt({ delivered: judged.delivered, status: outcome.status })
      await recorder.add({ delivery, attempt: { ...judged, ...outcome, at, durationMs } })
    } finally {
      queue.forget()
      lookSoon()
    }
  }

  function lookSoon(): void {
    if (closing || timer === null) return
    if (looking !== null) {
      lookAgain = true
      return
    }
    looking = look()
      .catch(onProblem)
      .then(() => {
        looking = null
        if (lookAgain) {
          lookAgain = false
          lookSoon()
        }
      })
  }

  function wake(): void {
    nothingWithout = null
    lookSoon()
  }

  return {
    start() {
      timer ??= setInterval(wake, lookEveryMs)
      wake()
    },
    wake,
    async close() {
      closing = true
      if (timer !== null) clearInterval(timer)
      await looking
      const grace = setTimeout(() => stop.abort(), graceMs)
      await giveBack(() => true).catch(onProblem)
      await Promise.all(underWay)
      clearTimeout(grace)
    },
  }
}

/** Writes many things that end at about the same time together. */
type AttemptRecorder<Made> = {
  /** Resolves when it is written, or could not be. */
  add(made: Made): Promise<void>
}

/** @param record writes all or nothing. */
function createAttemptRecorder<Made>(
  record: (made: readonly Made[]) => Promise<void>,
  onProblem: (error: unknown) => void,
): AttemptRecorder<Made> {
  let waiting: { made: Made; written: () => void }[] = []
  let writing = false

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS))
      const batch = waiting.slice(0, AT_ONCE)
      waiting = waiting.slice(AT_ONCE)
      await patiently(batch.map(({ made }) => made)).catch(onProblem)
      for (const { written } of batch) written()
    }
    writing = false
  }

  async function patiently(batch: readonly Made[]): Promise<void> {
    for (const wait of AGAIN_AFTER_MS) {
      try {
        return await record(batch)
      } catch {
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
    }
    return record(batch)
  }

  return {
    add: (made) =>
      new Promise((written) => {
        waiting.push({ made, written })
        if (writing) return
        writing = true
        void write()
      }),
  }
}
