import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EgressError } from '@redoubt/egress/egressError.ts'
import type { AnvilChild, KillReason } from './anvilChild.ts'
import { ChildLost, engineCall } from './engineCall.ts'

describe('a child that is killed at the wall clock', () => {
  const cases: [string, (number | null)[], KillReason][] = [
    ['overran when it computed half of the time', [300, 2_800], 'overran'],
    ['starved when it computed less: the machine was busy, or state did not come', [300, 2_790], 'starved'],
    ['starved where the system does not say what it computed', [null, null], 'starved'],
  ]
  for (const [name, cpu, reason] of cases)
    it(name, async () => {
      const reasons: (KillReason | undefined)[] = []
      const child = {
        url: 'http://127.0.0.1:1',
        http: { fetch: () => Promise.reject(new EgressError('timeout', 'too late')) },
        count: () => undefined,
        cpuMs: () => cpu.shift() ?? null,
        kill: (why?: KillReason) => void reasons.push(why),
      } as unknown as AnvilChild
      await assert.rejects(engineCall(child, 'eth_call', [], { wallClockMs: 5_000, maxBytes: 1 }), ChildLost)
      assert.deepEqual(reasons, [reason])
    })
})
