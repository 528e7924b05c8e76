import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { CallOutcome, Simulator } from '../simulation/simulator.ts'
import { planUndelegation } from './planUndelegation.ts'

const OUTCOME: CallOutcome = { success: true, gasUsed: 21_000n, output: '0x', logs: [] } as never
const block = { chain: 'base', number: 9n, timestamp: 1n, baseFeePerGas: 1n } as PinnedBlock
const account = { address: `0x${'a'.repeat(40)}`, delegate: `0x${'d'.repeat(40)}`, nonce: 7n, balance: 0n } as Account
const simulator = {
  simulateSequences: async ({ sequences }: { sequences: { blocks: { calls: unknown[] }[] }[] }) =>
    sequences.map(({ blocks }) => blocks.flatMap(({ calls }) => calls.map(() => OUTCOME))),
} as unknown as Simulator
const delegateActs = async () => Promise.reject(new Error('it was not tried'))

const PRICES: [name: string, call: () => Promise<never>][] = [
  ['never comes', () => new Promise<never>(() => undefined)],
  ['fails', async () => Promise.reject(new Error('no endpoint'))],
]
for (const [name, call] of PRICES)
  test(`a price of publishing that ${name} costs the price, and not the plan`, async () => {
    const chain = { chain: 'base', call, nonce: call } as never
    const plan = await planUndelegation(
      { chain, simulator, delegateActs },
      { block, account },
      AbortSignal.timeout(5_000),
    )
    assert.deepEqual([plan.sender, plan.simulation?.success, plan.publishing], ['sponsor', true, null])
    assert.deepEqual(plan.authorization, { chainId: 8453, address: `0x${'0'.repeat(40)}`, nonce: 7n })
  })
