import { withSignal } from '../lib/withSignal.ts'
import { withTimeout } from '../lib/withTimeout.ts'
import { fromJson, type Json, type Outcome, recordError, revivedError, toJson } from './witnessValue.ts'

/** What was read: how each question to a port ended, by the port and the question as text. */
export type Reads = Map<string, Outcome>

/** A read that the witness does not hold: the verdict cannot be executed again. */
export class ReadNotRecorded extends Error {
  constructor(question: string) {
    super(`the witness does not hold ${question}`)
    this.name = 'ReadNotRecorded'
  }
}

/** Where everything that a scan learns from outside passes through. One for each execution of a scan. */
export type Tape = {
  /**
   * Answers from what was read before, else asks the port and keeps how that ended. Equal questions are one read, which goes on when its asker
   * leaves.
   * @param ask null: only what was read before is answered.
   */
  read<Value>(
    port: string,
    question: readonly unknown[],
    ask: (() => Promise<Value>) | null,
    signal?: AbortSignal,
  ): Promise<Value>
  /** Questions that were put to a port, and not answered from before. */
  asked(): number
  /** Questions that were neither read before nor could be asked. */
  missing(): readonly string[]
  /** Whether more was read than a witness may hold. */
  isFull(): boolean
  /** Waits for the reads under way; those that take longer are kept as not answered in time. */
  settle(milliseconds: number): Promise<void>
}

/** Milliseconds between two looks for reads that settled reads asked for. */
const LOOK_MS = 5

/**
 * @param reads what was read before; new reads are added.
 * @param maxBytes of all outcomes as text, those of before among them.
 */
export function createTape(reads: Reads, maxBytes: number): Tape {
  const running = new Map<string, Promise<unknown>>()
  const missing = new Set<string>()
  let asked = 0
  let bytes = [...reads].reduce((sum, read) => sum + bytesOf(...read), 0)

  const keep = (key: string, outcome: Outcome) => {
    if (reads.has(key)) return
    bytes += bytesOf(key, outcome)
    if (bytes <= maxBytes) reads.set(key, outcome)
  }

  function start<Value>(key: string, ask: () => Promise<Value>): Promise<Value> {
    asked++
    const work = ask().then(
      (value) => {
        keep(key, { value: toJson(value) })
        return value
      },
      (error: unknown) => {
        keep(key, { error: recordError(error) })
        throw error
      },
    )
    running.set(key, work)
    const end = () => running.delete(key)
    work.then(end, end)
    return work
  }

  return {
    async read<Value>(
      port: string,
      question: readonly unknown[],
      ask: (() => Promise<Value>) | null,
      signal?: AbortSignal,
    ): Promise<Value> {
      const key = `${port} ${JSON.stringify(toJson(question))}`
      const known = reads.get(key)
      if (known !== undefined) {
        signal?.throwIfAborted()
        return played(known) as Value
      }
      const underWay = running.get(key) as Promise<Value> | undefined
      if (underWay === undefined && ask === null) {
        missing.add(key)
        throw new ReadNotRecorded(key)
      }
      const work = underWay ?? start(key, ask as () => Promise<Value>)
      return signal === undefined ? work : withSignal(work, signal)
    },
    asked: () => asked,
    missing: () => [...missing].sort(),
    isFull: () => bytes > maxBytes,
    async settle(milliseconds) {
      const until = performance.now() + milliseconds
      while (running.size > 0 && performance.now() < until) {
        await withTimeout(Promise.allSettled(running.values()), Math.max(1, until - performance.now()))
        // What settled may lead to the next read.
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
      }
      for (const key of running.keys()) keep(key, { error: { name: 'TimeoutError', message: 'not answered in time' } })
    },
  }
}

function bytesOf(key: string, outcome: Outcome): number {
  return key.length + JSON.stringify(outcome).length
}

function played(outcome: Outcome): unknown {
  if ('error' in outcome) throw revivedError(outcome.error)
  return fromJson(outcome.value)
}

/** Reads as a witness keeps them, in an order that does not depend on time. */
export function readsToJson(reads: Reads): Json {
  const sorted = [...reads].sort(([one], [other]) => (one < other ? -1 : 1))
  return sorted.map(([key, outcome]) => [key, 'value' in outcome ? { value: outcome.value } : { error: outcome.error }])
}

/** @throws TypeError when the JSON holds no reads. */
export function readsFromJson(json: unknown): Reads {
  if (!Array.isArray(json)) throw new TypeError('a witness without reads')
  return new Map(
    json.map((pair: unknown): [string, Outcome] => {
      const [key, outcome] = Array.isArray(pair) ? (pair as unknown[]) : []
      const isOutcome = typeof outcome === 'object' && outcome !== null && ('value' in outcome || 'error' in outcome)
      if (typeof key !== 'string' || !isOutcome) throw new TypeError('a witness with a malformed read')
      return [key, outcome as Outcome]
    }),
  )
}
