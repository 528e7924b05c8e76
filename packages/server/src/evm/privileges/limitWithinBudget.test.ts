import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createBudget } from '../trade/tradeContext.ts'
import { limitWithinBudget } from './privilegedCall.ts'

describe('the first so many', () => {
  it('are all of them, and nothing is cut', () => {
    const budget = createBudget(1)
    assert.deepEqual(limitWithinBudget({ budget }, [1, 2], { max: 2, what: 'pairs' }), [1, 2])
    assert.deepEqual(budget.report().cut, [])
  })

  it('are fewer, and what is left out has a name', () => {
    const budget = createBudget(1)
    assert.deepEqual(limitWithinBudget({ budget }, [1, 2, 3], { max: 2, what: 'pairs' }), [1, 2])
    assert.deepEqual(budget.report().cut, ['pairs'])
  })
})
