import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { attempt, type FactProviders, gatherFacts, Incomplete } from '@redoubt/risk/engine/gatherFacts.ts'
import type { FactName } from '@redoubt/risk/facts/facts.ts'
import { NetworkUnavailable, StateUnavailable } from '../../domain/sourceErrors.ts'
import { collectFailedReads, noteFailedRead, sharedReads, withoutNotes } from '../../lib/failedReads.ts'
import { withFailedReads } from './withFailedReads.ts'

const DOWN = new NetworkUnavailable('ethereum', 1)

/** A read that fails, as the chain source has them. */
async function refused(error = DOWN): Promise<never> {
  await null
  noteFailedRead(error)
  throw error
}

async function gathered(providers: FactProviders, ...needed: FactName[]) {
  return gatherFacts({ providers: withFailedReads(providers), needed, signal: new AbortController().signal })
}

describe('a fact whose provider does without a read that failed', () => {
  test('is known in part, by whatever way the failure was caught', async () => {
    const ways: Record<string, () => Promise<unknown>> = {
      'caught as nothing': () => refused().catch(() => null),
      'settled with others': () => Promise.allSettled([refused(), 1]),
      'caught far from the read': async () => {
        try {
          await Promise.all([refused(), refused()])
        } catch {
          return []
        }
      },
      'after a timer': () => new Promise((resolve) => setTimeout(() => refused().catch(resolve), 1)),
    }
    for (const [way, read] of Object.entries(ways)) {
      const { facts, incomplete } = await gathered({ switches: () => read().then(() => []) }, 'switches')
      assert.deepEqual(facts.switches, [], way)
      assert.equal(incomplete.switches?.error, DOWN, way)
      assert.equal(incomplete.switches?.reason, 'failed', way)
    }
  })

  test('leaves each fact that rests on it known in part, by the same failure', async () => {
    const { incomplete } = await gathered(
      {
        trade: async () => refused().catch(() => null),
        switches: (get) => get('trade').then(() => []),
        capabilities: (get) => attempt(get, 'switches').then(() => []),
        senderHistory: async () => [],
      },
      'capabilities',
      'senderHistory',
    )
    assert.deepEqual(Object.keys(incomplete).sort(), ['capabilities', 'switches', 'trade'])
    assert.equal(incomplete.capabilities?.root, 'trade')
  })

  test('a missing fact leaves each fact that does without it known in part', async () => {
    const { missing, incomplete } = await gathered(
      { trade: () => refused(), switches: (get) => attempt(get, 'trade').then(() => []) },
      'switches',
    )
    assert.equal(missing.trade?.error, DOWN)
    assert.equal(incomplete.switches?.root, 'trade')
  })

  test('keeps what its provider says of it, unless that decides less', async () => {
    const own = { reason: 'failed', message: 'own', root: 'switches', error: DOWN } as const
    const said = (decisive?: false) => ({
      switches: async () => {
        await refused().catch(() => null)
        return new Incomplete([], { ...own, ...(decisive === false && { decisive }) })
      },
    })
    assert.equal((await gathered(said(), 'switches')).incomplete.switches?.message, 'own')
    const harmless = (await gathered(said(false), 'switches')).incomplete.switches
    assert.equal(harmless?.message, DOWN.message)
    assert.equal(harmless?.decisive, undefined)
  })
})

describe('a fact is whole', () => {
  test('where every read succeeded, and where only what is shown could not be read', async () => {
    const { incomplete } = await gathered(
      {
        trade: async () => null,
        switches: () => withoutNotes(() => refused()).catch(() => []),
        senderHistory: async () => [],
      },
      'trade',
      'switches',
      'senderHistory',
    )
    assert.deepEqual(incomplete, {})
  })

  test('where another fact’s reads failed, also while both are gathered at once', async () => {
    const { incomplete } = await gathered(
      {
        trade: async () => refused().catch(() => null),
        switches: () => new Promise((resolve) => setTimeout(resolve, 5, [])),
      },
      'trade',
      'switches',
    )
    assert.deepEqual(Object.keys(incomplete), ['trade'])
  })

  test('where no endpoint keeps the state that another fact needs', async () => {
    const { incomplete } = await gathered(
      {
        trade: () => Promise.reject(new StateUnavailable('ethereum')),
        switches: (get) => attempt(get, 'trade').then(() => []),
      },
      'switches',
    )
    assert.deepEqual(incomplete, {})
  })
})

test('what several wait for is noted for each of them', async () => {
  const shared = sharedReads(() => refused().catch(() => 7))
  for (let waiter = 0; waiter < 2; waiter++) {
    const { value, failed } = collectFailedReads(shared)
    assert.equal(await value, 7)
    assert.deepEqual([...failed], [DOWN])
  }
  const rejected = sharedReads(() => refused())
  const { value, failed } = collectFailedReads(() => rejected().catch(() => null))
  assert.equal(await value, null)
  assert.deepEqual([...failed], [DOWN])
})
