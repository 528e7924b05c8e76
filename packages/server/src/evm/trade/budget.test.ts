import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createBudget } from './tradeContext.ts'

describe('the budget of trades', () => {
  it('gives executions until they are spent, and names what did not get any', () => {
    const budget = createBudget(10, 1_000, () => 0)
    assert.equal(budget.take(6, 'scenarios'), true)
    assert.equal(budget.take(6, 'holders'), false)
    assert.equal(budget.take(6, 'holders'), false)
    assert.equal(budget.take(4, 'limits'), true)
    assert.deepEqual(budget.report(), { runs: 10, max: 10, cut: ['holders'] })
  })

  it('begins nothing once its time is over', () => {
    let now = 0
    const budget = createBudget(10, 1_000, () => now)
    now = 999
    assert.equal(budget.take(1, 'scenarios'), true)
    now = 1_000
    assert.equal(budget.take(1, 'limits'), false)
    assert.deepEqual(budget.report(), { runs: 1, max: 10, cut: ['limits'] })
  })
})
