import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Facts } from '../facts/facts.ts'
import type { FactProviders } from './gatherFacts.ts'
import { judge } from './judge.ts'

describe('judge', () => {
  test('runs the rules of the subject, one outcome each, and asks each provider once', async () => {
    let asked = 0
    const providers: FactProviders = {
      block: () => {
        asked += 1
        return { number: 1n, hash: '0x', timestamp: 1n } as never
      },
    }
    for (const subject of ['transaction', 'message', 'contract', 'wallet', 'url'] as const) {
      asked = 0
      const { outcomes, gathered } = await judge(subject, { providers })
      assert.ok(outcomes.length > 20, subject)
      assert.deepEqual([...new Set(outcomes.map(({ detector }) => detector.appliesTo))], [subject])
      assert.ok(asked <= 1)
      assert.equal(gathered.facts.block !== undefined, asked === 1)
    }
  })

  test('a fact that is given goes before its provider, and nothing known is never safe', async () => {
    const providers: FactProviders = { now: () => assert.fail('it was given') }
    const { gathered, riskScore, recommendation } = await judge('transaction', {
      facts: { now: 5 as never },
      providers,
    })
    assert.equal(gathered.facts.now, 5)
    assert.ok(riskScore >= 40)
    assert.equal(recommendation, 'REVIEW')
    const words = await Promise.all(
      (['message', 'wallet', 'contract', 'url'] as const).map(
        async (subject) => (await judge(subject, {})).recommendation,
      ),
    )
    assert.deepEqual(words, ['REVIEW', 'REVIEW', 'CAUTION', 'CAUTION'])
  })

  test('a signal that is over leaves all facts late', async () => {
    const { gathered } = await judge('wallet', { signal: AbortSignal.abort() })
    assert.ok(Object.values(gathered.missing).every(({ reason }) => reason === 'late'))
    assert.equal(gathered.complete, false)
  })

  test('a source that fails lowers confidence once, whatever depends on it, and one that nothing offers does not', async () => {
    const confidence = async (providers: FactProviders) =>
      (await judge('transaction', { facts: known, providers })).confidence
    const fails = () => Promise.reject(new Error('HTTP 500'))
    const without = await confidence({})
    const one = await confidence({ now: fails })
    // Two decimals: a third source is seen beside one at any number of rules.
    const three = await confidence({ now: fails, origin: fails, pastDealings: fails })
    assert.ok(one < without && three < one, `${without} ${one} ${three}`)
  })

  test('another outcome for a block builder lowers the trust in what was executed; for other callers it is a finding', async () => {
    const confidence = async (environments: object[]) =>
      (await judge('transaction', { facts: { ...known, simulation: { environments } as never } })).confidence
    const of = (kind: string, sameOutcome: boolean) =>
      confidence([
        { kind: 'caller', sameOutcome: true },
        { kind, sameOutcome },
      ])
    assert.equal(await of('caller', false), await of('caller', true))
    assert.ok((await of('builder', false)) < (await of('builder', true)))
  })
})

/** Enough for some rules to have an outcome. */
const known: Partial<Facts> = {
  block: { number: 1n, hash: '0x', timestamp: 1n } as never,
  payees: [] as never,
  spenders: [] as never,
  counterparties: [] as never,
  recipient: null as never,
  delegates: [] as never,
  grants: [] as never,
  decodedSteps: [] as never,
  principals: [] as never,
}
