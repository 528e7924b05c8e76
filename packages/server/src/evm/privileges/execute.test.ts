import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { Sequence } from '../simulation/simulator.ts'
import { createBudget } from '../trade/tradeContext.ts'
import { execute } from './execute.ts'
import { initialBalanceOf } from './initialBalance.ts'

const account = (digit: string): Address => `0x${digit.repeat(40)}`

const callFrom = (index: number): Transaction => {
  return { from: account('1'), to: account('2'), value: 0n, data: `0x${String(index).padStart(2, '0')}` }
}

describe('attempts', () => {
  it('give each account another sum, the same every time', () => {
    const sums = ['1', '2', '3', '4', '5', '6'].map((digit) => initialBalanceOf(account(digit)))
    assert.equal(new Set(sums).size, 6)
    assert.deepEqual(sums[0], initialBalanceOf(account('1')))
    for (const sum of sums) assert.ok(sum >= 5n * 10n ** 18n && sum < 300n * 10n ** 18n)
  })

  it('are few in the first message, more in the next ones, and no fewer in what comes after', async () => {
    const sizes: number[] = []
    const simulator = {
      simulateSequences: async ({ sequences }: { sequences: readonly Sequence[] }) => {
        sizes.push(sequences.length)
        return sequences.map(() => [])
      },
    }
    const context = { simulator, budget: createBudget(1_000), fixture: { overrides: {} } }
    const attempts = Array.from({ length: 60 }, (_, index) => ({ calls: [callFrom(index)] }))
    for (const what of ['first', 'then']) await execute(context as never, attempts, what)
    assert.deepEqual(sizes, [4, 12, 36, 8, 40, 20])
  })

  it('with the same calls are executed once, and each has the outcome', async () => {
    const simulator = {
      simulateSequences: async ({ sequences }: { sequences: readonly Sequence[] }) =>
        sequences.map(({ blocks }) => [{ output: blocks[0]?.calls[0]?.data, gasUsed: 0n }]),
    }
    const budget = createBudget(2)
    const context = { simulator, budget, fixture: { overrides: {} } }
    const attempts = [1, 2, 1, 2].map((index) => ({ calls: [callFrom(index)] }))
    const outcomes = await execute(context as never, attempts, 'calls')
    const outputs = outcomes.map((one) => one?.[0]?.output)
    assert.deepEqual(outputs, ['0x01', '0x02', '0x01', '0x02'])
    assert.equal(budget.report().runs, 2)
  })
})
