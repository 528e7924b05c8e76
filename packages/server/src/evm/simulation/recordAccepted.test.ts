import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { recordAccepted } from './recordAccepted.ts'
import type { CallOutcome, Simulator } from './simulator.ts'

const A: Address = `0x${'aa'.repeat(20)}`

test('calls that went through are told by contract and selector', async () => {
  const outcome = (success: boolean): CallOutcome => ({ success, output: null, gasUsed: 1n, logs: [] }) as never
  const engine = { simulateSequences: async () => [[outcome(true), outcome(false), outcome(true)], null] }
  const seen: string[] = []
  const { simulateSequences } = recordAccepted(engine as Pick<Simulator, 'simulateSequences'>, (to, selector) =>
    seen.push(`${to} ${selector}`),
  )
  const call = (data: `0x${string}`) => ({ from: A, to: A, value: 0n, data })
  const blocks = [{ calls: [call('0x11111111'), call('0x22222222')] }, { calls: [call('0x3333333300')] }]
  await simulateSequences({ sequences: [{ blocks }, { blocks }] } as never)
  assert.deepEqual(seen, [`${A} 0x11111111`, `${A} 0x33333333`])
})
