import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EgressError } from '@redoubt/egress/egressError.ts'
import type { AnvilChild, KillReason } from './anvilChild.ts'
import { ChildLost, engineCall } from './engineCall.ts'

describe('a child that is killed at the wall clock', () => {
  const cases: [string, (number | null)[], number[], KillReason][] = [
    ['overran when it computed half of the time', [300, 2_800], [0, 0], 'overran'],
    ['starved when it computed less: the machine was busy', [300, 2_790], [9_000, 11_400], 'starved'],
    ['starved where the system does not say what it computed', [null, null], [0, 0], 'starved'],
    ['stateless when it computed less and waited half of the time for state', [300, 900], [9_000, 11_500], 'stateless'],
    ['overran when it computed, however long it waited for state', [300, 2_800], [0, 4_000], 'overran'],
  ]
  for (const [name, cpu, waits, reason] of cases)
    it(name, async () => {
      const reasons: (KillReason | undefined)[] = []
      const child = {
        url: 'http://127.0.0.1:1',
        http: { fetch: () => Promise.reject(new EgressError('timeout', 'too late')) },
        count: () => undefined,
        cpuMs: () => cpu.shift() ?? null,
        stateWaitMs: () => waits.shift() ?? 0,
        kill: (why?: KillReason) => void reasons.push(why),
      } as unknown as AnvilChild
      await assert.rejects(engineCall(child, 'eth_call', [], { wallClockMs: 5_000, maxBytes: 1 }), ChildLost)
      assert.deepEqual(reasons, [reason])
    })
})
