import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { inNameOf } from '../../../lib/askingAccount.ts'
import { SimulationUnavailable } from '../simulator.ts'
import type { AnvilChild, ChildEnd } from './anvilChild.ts'
import type { ChildPool } from './childPool.ts'
import { type ContainedJob, createContainment, createQuarantine, type Suspicion } from './containment.ts'
import { ChildLost } from './engineCall.ts'

const MINUTE = 60_000

/** A containment whose children end as told: one entry a run, null for one that goes through. */
function contained(ends: (ChildEnd | null)[]) {
  let now = 0
  type Place = 'shared' | 'own' | 'alone'
  const ran: Place[] = []
  const place = (kind: Place) => {
    ran.push(kind)
    const end = ends.shift() ?? null
    return { ended: () => end, exited: Promise.resolve() } as AnvilChild
  }
  const pool = {
    shared: (_block: unknown, job: (child: AnvilChild) => Promise<unknown>) => job(place('shared')),
    own: (_block: unknown, job: (child: AnvilChild) => Promise<unknown>) => job(place('own')),
    sacrificial: async (_block: unknown, job: (child: AnvilChild) => Promise<unknown>, signal: AbortSignal) => {
      signal.throwIfAborted()
      return job(place('alone'))
    },
  } as unknown as ChildPool
  const containment = createContainment(
    pool,
    createQuarantine(10 * MINUTE, () => now),
  )
  const befores: (Suspicion | null)[] = []
  const run = (scope: string, more: Partial<ContainedJob<string>> = {}) =>
    containment
      .run(scope, {
        key: () => 'input',
        block: {} as PinnedBlock,
        heavy: false,
        signal: new AbortController().signal,
        async run(child, before) {
          befores.push(before)
          if (child.ended() === null) return 'done'
          throw child.ended() === 'dismissed' ? new SimulationUnavailable('busy', 'no start') : new ChildLost('gone')
        },
        ...more,
      })
      .catch((error: unknown) => (error instanceof SimulationUnavailable ? error : Promise.reject(error)))
  return {
    run,
    ran,
    befores,
    stats: containment.stats,
    pass: (ms: number) => {
      now += ms
    },
  }
}

function reasonOf(result: string | SimulationUnavailable): string {
  return typeof result === 'string' ? result : result.reason
}

describe('an input whose child dies', () => {
  it('is repeated alone, and forgotten when it runs through there', async () => {
    const { run, ran, stats } = contained(['crashed', null, null])
    assert.equal(await run('a'), 'done')
    assert.equal(await run('a'), 'done')
    assert.deepEqual(ran, ['shared', 'alone', 'shared'])
    assert.deepEqual(stats(), { isolatedRetries: 1, refusals: 0, quarantined: 0 })
  })

  for (const end of ['crashed', 'overran'] as const)
    it(`is quarantined when it kills the second one alone: ${end}`, async () => {
      const { run, ran, stats } = contained([end, end])
      assert.equal(reasonOf(await run('a')), 'crashed')
      const again = await run('a')
      assert.equal(reasonOf(again), 'quarantined')
      assert.match(String(again), /crashed the execution engine\. It is not executed again for 10 minutes\./)
      assert.deepEqual(ran, ['shared', 'alone'])
      assert.deepEqual(stats(), { isolatedRetries: 1, refusals: 1, quarantined: 1 })
    })

  for (const end of ['starved', 'killed', 'lost', 'dismissed'] as const)
    it(`is not blamed for what is not its doing: ${end}`, async () => {
      const { run, stats } = contained([end, end, null])
      assert.equal(reasonOf(await run('a')), 'busy')
      assert.equal(await run('a'), 'done')
      assert.equal(stats().quarantined, 0)
    })

  it('is told that the machine was busy once, and is not asked for again and again', async () => {
    const { run, ran } = contained(['starved', 'starved', 'starved', 'starved', null])
    assert.equal(reasonOf(await run('a')), 'busy')
    assert.equal(reasonOf(await run('a')), 'engine')
    assert.equal(reasonOf(await run('a')), 'engine')
    assert.equal(await run('a'), 'done')
    assert.deepEqual(ran, ['shared', 'alone', 'alone', 'alone', 'alone'])
  })

  it('is not blamed for state that does not come, and neither is the machine', async () => {
    const { run, stats } = contained(['stateless', 'stateless', null])
    assert.equal(reasonOf(await run('a')), 'state')
    assert.equal(await run('a'), 'done')
    assert.equal(stats().quarantined, 0)
  })

  it('gives the account that asked for it engines of its own', async () => {
    const { run, ran } = contained(['crashed', 'crashed', null, null])
    await inNameOf('a', () => run('a'))
    const other = { key: () => 'other' }
    await inNameOf('a', () => run('service', other))
    await inNameOf('b', () => run('b', other))
    assert.deepEqual(ran, ['shared', 'alone', 'own', 'shared'])
  })

  it('is refused for its own account alone, until the term ends', async () => {
    const { run, pass } = contained(['crashed', 'crashed', null, null])
    await run('a')
    assert.equal(await run('b'), 'done')
    assert.equal(reasonOf(await run('a')), 'quarantined')
    pass(10 * MINUTE)
    assert.equal(await run('a'), 'done')
  })

  it('runs alone the next time when its caller left before the repetition', async () => {
    const { run, ran } = contained(['crashed', 'crashed'])
    const caller = new AbortController()
    const left = run('a', {
      signal: caller.signal,
      async run(child) {
        caller.abort(new Error('left'))
        throw new ChildLost(String(child.ended()))
      },
    })
    await assert.rejects(left, /left/)
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(reasonOf(await run('a')), 'crashed')
    assert.deepEqual(ran, ['shared', 'alone'])
  })

  it('is told that it had no time, which a busy machine may be the reason of', async () => {
    const { run, befores } = contained(['starved', null])
    await run('a', { heavy: true })
    assert.deepEqual(befores, [null, { byInput: false, outOfTime: true }])
  })

  it('is told that it died alone, which a shared death does not say', async () => {
    const heavy = contained(['crashed', null])
    await heavy.run('a', { heavy: true })
    assert.deepEqual(heavy.befores, [null, { byInput: true, outOfTime: false }])
    const shared = contained(['crashed', null])
    await shared.run('a')
    assert.deepEqual(shared.befores, [null, { byInput: false, outOfTime: false }])
  })
})
