import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createHedgeBudget, firstAnswer } from './firstAnswer.ts'

/** Milliseconds after which each candidate answers with its name, or fails. */
const race = (given: Record<string, { ms: number; fails?: boolean }>, lateMs: number | null = 10) => {
  const asked: string[] = []
  const overtaken: string[] = []
  const answer = firstAnswer(Object.keys(given), {
    attempt: async (name) => {
      asked.push(name)
      await sleep(given[name]?.ms)
      if (given[name]?.fails) throw new Error(name)
      return name
    },
    lateAfter: lateMs === null ? null : () => lateMs,
    isFinal: (error) => (error as Error).message === 'final',
    onOvertaken: (name) => void overtaken.push(name),
    budget: createHedgeBudget(),
  })
  return { answer, asked, overtaken }
}

describe('firstAnswer', () => {
  it('asks no other while the first is in time', async () => {
    const { answer, asked } = race({ first: { ms: 1 }, second: { ms: 1 } }, 200)
    assert.deepEqual(await answer, { value: 'first', by: 'first' })
    assert.deepEqual(asked, ['first'])
  })

  it('asks the second beside a late first, and says who was overtaken', async () => {
    const { answer, overtaken } = race({ first: { ms: 500 }, second: { ms: 1 } })
    assert.equal((await answer).by, 'second')
    assert.deepEqual(overtaken, ['first'])
  })

  it('still takes the answer of a late first that arrives before the second', async () => {
    const { answer, overtaken } = race({ first: { ms: 30 }, second: { ms: 500 } })
    assert.equal((await answer).by, 'first')
    assert.deepEqual(overtaken, [])
  })

  it('goes on to the next at once when one fails, and waits for one that is running', async () => {
    const failing = { first: { ms: 1, fails: true }, second: { ms: 1, fails: true }, third: { ms: 1 } }
    assert.equal((await race(failing, null).answer).by, 'third')
    const late = { first: { ms: 40 }, second: { ms: 1, fails: true } }
    assert.equal((await race(late).answer).by, 'first')
  })

  it('hands on a final error, and otherwise all of them', async () => {
    await assert.rejects(race({ final: { ms: 1, fails: true }, second: { ms: 1 } }, null).answer, /final/)
    const errors = await race({ first: { ms: 1, fails: true }, second: { ms: 1, fails: true } }, null).answer.catch(
      (error: unknown) => error,
    )
    assert.deepEqual(
      (errors as Error[]).map(({ message }) => message),
      ['first', 'second'],
    )
  })

  it('asks a tenth twice when all are late', async () => {
    const budget = createHedgeBudget()
    let twice = 0
    for (let request = 0; request < 1_000; request++) {
      budget.asked()
      if (budget.take()) twice++
    }
    assert.ok(twice <= 121, String(twice))
  })
})
