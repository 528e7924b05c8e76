import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EgressError } from '@redoubt/egress/egressError.ts'
import type { AnvilChild, KillReason } from './anvilChild.ts'
import { ChildLost, engineCall } from './engineCall.ts'

const BOUNDS = { processorMs: 5_000, stuckMs: 1_000, wallClockMs: 30_000, maxBytes: 1 }
const LOOK_MS = 250

type Look = { cpuMs: number | null; stateWaitMs: number }

/** A child that answers nothing, and the reason for which it was killed. `looks`: what it has done by each look, the last one for ever. */
function silentChild(looks: Look[], { others = 0 } = {}) {
  const reasons: (KillReason | undefined)[] = []
  const lost = Promise.withResolvers<never>()
  let at = 0
  const look = () => looks[Math.min(Math.floor(at / 2), looks.length - 1)]
  const child = {
    url: 'http://127.0.0.1:1',
    http: { fetch: () => lost.promise },
    begin: () => ({ others: () => others, end: () => undefined }),
    // Each look asks for both.
    cpuMs: () => look()?.cpuMs ?? null,
    stateWaitMs: () => {
      const { stateWaitMs = 0 } = look() ?? {}
      at++
      return stateWaitMs
    },
    kill: (why?: KillReason) => {
      reasons.push(why)
      lost.reject(new EgressError('connect', 'gone'))
    },
  } as unknown as AnvilChild
  return { child, reasons, timeOut: () => lost.reject(new EgressError('timeout', 'too late')) }
}

describe('a child that gives no answer', () => {
  const steps = (count: number, step: (index: number) => Look) => Array.from({ length: count }, (_, at) => step(at))
  const cases: [string, Look[], { others?: number }, KillReason | null][] = [
    [
      'is killed when it computed too much',
      [
        { cpuMs: 300, stateWaitMs: 0 },
        { cpuMs: 5_300, stateWaitMs: 0 },
      ],
      {},
      'overran',
    ],
    [
      'may compute as much for each request that it works on meanwhile',
      steps(20, (at) => ({ cpuMs: at * 700, stateWaitMs: 0 })),
      { others: 3 },
      null,
    ],
    ['is killed when it does nothing at all', [{ cpuMs: 300, stateWaitMs: 40 }], {}, 'starved'],
    ['is not while it waits for state', steps(20, (at) => ({ cpuMs: 300, stateWaitMs: at * LOOK_MS })), {}, null],
    [
      'is not while it computes, however slowly',
      steps(20, (at) => ({ cpuMs: 300 + at * 10, stateWaitMs: 0 })),
      {},
      null,
    ],
    ['is not where the system does not say what it computed', [{ cpuMs: null, stateWaitMs: 0 }], {}, null],
  ]
  for (const [name, looks, how, reason] of cases)
    it(name, async (t) => {
      t.mock.timers.enable({ apis: ['setInterval'] })
      const { child, reasons, timeOut } = silentChild(looks, how)
      const asked = assert.rejects(engineCall(child, 'eth_call', [], BOUNDS), ChildLost)
      for (let look = 0; look < 15 && reasons.length === 0; look++) t.mock.timers.tick(LOOK_MS)
      const [first] = reasons
      timeOut()
      await asked
      assert.equal(first, reason ?? undefined)
    })

  const ends: [string, number[], KillReason][] = [
    ['stateless when it waited half of the time for state', [9_000, 24_000], 'stateless'],
    ['starved when it did not', [9_000, 23_999], 'starved'],
  ]
  for (const [name, waits, reason] of ends)
    it(`is ${name}, at the wall clock`, async () => {
      const { child, reasons, timeOut } = silentChild([])
      child.stateWaitMs = () => (waits.length > 1 ? waits.shift() : waits[0]) ?? 0
      timeOut()
      await assert.rejects(engineCall(child, 'eth_call', [], BOUNDS), ChildLost)
      assert.deepEqual(reasons, [reason])
    })
})
