import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rememberAnswers } from './createRegistration.ts'

/** A memory over `ask` with a clock to set, which counts what was asked. */
function memory(ask: (key: string) => Promise<string | null>) {
  const asked: string[] = []
  let time = 0
  const gather = rememberAnswers(
    () => time,
    (key) => {
      asked.push(key)
      return ask(key)
    },
  )
  const wait = (ms: number) => {
    time += ms
  }
  return { gather, asked, wait }
}

const MINUTE = 60_000

describe('rememberAnswers', () => {
  it('asks once for those who ask at the same time', async () => {
    const { gather, asked } = memory(async (key) => `of ${key}`)
    assert.deepEqual(await Promise.all([gather('a'), gather('a'), gather('b')]), ['of a', 'of a', 'of b'])
    assert.deepEqual(asked, ['a', 'b'])
  })

  for (const [what, ask, ms] of [
    ['a record for a day', async () => 'x', 24 * 60 * MINUTE],
    ['no record for ten minutes', async () => null, 10 * MINUTE],
    ['a failure for a minute', () => Promise.reject(new Error('down')), MINUTE],
  ] as const) {
    it(`keeps ${what}`, async () => {
      const { gather, asked, wait } = memory(ask)
      const settle = () => gather('a').catch(() => undefined)
      await settle()
      wait(ms - 1)
      await settle()
      assert.equal(asked.length, 1)
      wait(1)
      await settle()
      assert.equal(asked.length, 2)
    })
  }

  it('forgets what was not used for longest', async () => {
    const { gather, asked } = memory(async () => 'x')
    for (let index = 0; index < 10_000; index++) await gather(`${index}`)
    await gather('0')
    await gather('one more')
    asked.length = 0
    await gather('0')
    assert.deepEqual(asked, [])
    await gather('1')
    assert.deepEqual(asked, ['1'])
  })
})
