import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createBudget } from './tradeContext.ts'

describe('the budget of trades', () => {
  it('gives executions until they are spent, and names what did not get any', () => {
    const budget = createBudget(10)
    assert.equal(budget.take(6, 'scenarios'), true)
    assert.equal(budget.take(6, 'holders'), false)
    assert.equal(budget.take(6, 'holders'), false)
    assert.equal(budget.take(4, 'limits'), true)
    assert.deepEqual(budget.report(), { runs: 10, max: 10, cut: ['holders'] })
  })

  it('begins nothing once its gas is used up, whatever the time', () => {
    const budget = createBudget(10, 1_000n)
    budget.burn({ gas: 999n })
    assert.equal(budget.take(1, 'scenarios'), true)
    budget.burn({ gas: 1n })
    assert.equal(budget.take(1, 'limits'), false)
    assert.deepEqual(budget.report(), { runs: 1, max: 10, cut: ['limits'] })
  })
})
