import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { BY_UNPRIVILEGED_CALLER, bytecode, capability } from '@redoubt/risk/testing/sampleContract.ts'
import { contract } from '@redoubt/risk/testing/sampleFacts.ts'
import { rejectOnAbort } from '../../../testing/rejectOnAbort.ts'
import { createContractJudge } from './contractJudge.ts'
import type { ContractSources } from './contractSources.ts'
import { judgeContract } from './judgeContract.ts'
import { INPUT, privilegesOf, sample, testSources } from './testContractScan.ts'

const open = () => new AbortController().signal
const subject = contract(sample.subject.address, { codeHash: `0x${'1'.repeat(64)}` })
const theft = capability('withdraw-others-funds', 'empty(address)', { call: BY_UNPRIVILEGED_CALLER })
const at = (number: bigint): PinnedBlock => ({ ...sample.block, number })

/** A judge over the sample token, with a clock and a count of its scans. */
function judging(change: Partial<ContractSources> = {}) {
  const state = { now: 1_000_000, scans: 0, revision: 'a', unchanged: true }
  const { watched } = testSources({
    areUnchanged: async () => state.unchanged,
    ...change,
    proxy: async () => {
      state.scans++
      return null
    },
  })
  const judge = createContractJudge({
    sources: () => watched,
    listRevision: async () => state.revision,
    maxWaiting: 16,
    now: () => state.now,
  })
  const ask = (account: Account = subject, number = 100n, signal = open()) => judge(at(number), account, signal)
  return { state, ask, judge, watched }
}

describe('createContractJudge', () => {
  test('says what the contract scan says, of the block that was asked about', async () => {
    const { ask } = judging()
    const judged = await ask()
    assert.deepEqual([judged.address, judged.blockNumber, judged.complete], [subject.address, 100n, true])
    assert.equal(judged.account, subject)
    assert.ok(judged.findings.every(({ severity }) => ['medium', 'high', 'critical'].includes(severity)))
  })

  test('questions at the same time share one scan, and later ones its answer', async () => {
    const { state, ask } = judging()
    await Promise.all([ask(), ask(), ask()])
    await ask(subject, 120n)
    assert.equal(state.scans, 1)
  })

  const renewed: Record<string, (asked: ReturnType<typeof judging>) => Promise<unknown>> = {
    'other code': ({ ask }) => ask({ ...subject, codeHash: `0x${'2'.repeat(64)}` }),
    'another implementation': ({ ask }) =>
      ask({ ...subject, kind: { type: 'proxy', implementation: `0x${'9'.repeat(40)}` } }),
    'another list': ({ state, ask }) => {
      state.revision = 'b'
      return ask()
    },
    'other storage at the next block': ({ state, ask }) => {
      state.unchanged = false
      return ask(subject, 101n)
    },
    'too many blocks later': ({ ask }) => ask(subject, 126n),
    'too long after, in another block': ({ state, ask }) => {
      state.now += 60_001
      return ask(subject, 101n)
    },
  }
  for (const [name, again] of Object.entries(renewed))
    test(`scans again for ${name}`, async () => {
      const asked = judging()
      await asked.ask()
      await again(asked)
      assert.equal(asked.state.scans, 2)
    })

  for (const [name, sources] of Object.entries<Partial<ContractSources>>({
    'unknown storage': { reliedWords: async () => null },
    'storage that could not be told': { reliedWords: () => Promise.reject(new Error('no node')) },
    'storage that cannot be read again': { areUnchanged: () => Promise.reject(new Error('no node')) },
  }))
    test(`a judgement that rests on ${name} stands for its own block only`, async () => {
      const { state, ask } = judging(sources)
      await ask()
      await ask()
      await ask(subject, 101n)
      assert.equal(state.scans, 2)
    })

  test('the same block says the same for longer', async () => {
    const { state, ask } = judging()
    await ask()
    state.now += 300_000
    await ask()
    assert.equal(state.scans, 1)
  })

  test('a scan goes on when the question has ended, for the next one', async () => {
    const { promise: answered, resolve } = Promise.withResolvers<void>()
    const { state, ask } = judging({
      bytecode: async () => {
        await answered
        return sample.bytecode
      },
    })
    const hurry = new AbortController()
    const asked = ask(subject, 100n, hurry.signal)
    setTimeout(() => hurry.abort(new Error('too late')), 20)
    await assert.rejects(asked, /too late/)
    resolve()
    await ask()
    assert.equal(state.scans, 1)
  })

  test('what a contract scan for a caller found is shown by the next question, without another scan', async () => {
    const { state, ask, judge, watched } = judging()
    await ask()
    const found = await judgeContract(
      { ...INPUT, address: subject.address },
      { ...watched, account: async () => subject, block: async () => at(130n) },
      { signal: open() },
    )
    await judge.renew(found)
    assert.deepEqual([(await ask(subject, 131n)).blockNumber, state.scans], [130n, 2])
  })

  test('a finding of an incomplete scan for a caller counts beside the kept judgement', async () => {
    const { state, ask, judge, watched } = judging()
    const before = await ask()
    const cut = privilegesOf({ budget: { runs: 400, max: 400, cut: ['privileged calls'] }, capabilities: [theft] })
    const sources = { ...watched, account: async () => subject, privileges: async () => cut }
    await judge.renew(await judgeContract({ ...INPUT, address: subject.address }, sources, { signal: open() }))
    const after = await ask()
    assert.deepEqual([before.riskLevel, after.riskLevel, after.complete], ['safe', 'critical', true])
    assert.ok(after.findings.some(({ severity }) => severity === 'critical'))
    assert.equal(state.scans, 2)
  })

  test('an incomplete scan for a caller is not kept', async () => {
    const { state, ask, judge, watched } = judging({ bytecode: () => Promise.reject(new Error('no node')) })
    await judge.renew(await judgeContract({ ...INPUT, address: subject.address }, watched, { signal: open() }))
    await ask()
    assert.equal(state.scans, 2)
  })

  test('a scan that lost an execution to others is incomplete, and is not kept', async () => {
    const busy = Object.assign(new Error('no time'), { name: 'SimulationUnavailable', reason: 'busy' })
    const failed: Error[] = [busy]
    const { state, ask } = judging({ failedExecutions: () => failed })
    assert.equal((await ask()).complete, false)
    failed.pop()
    assert.equal((await ask()).complete, true)
    assert.equal(state.scans, 2)
  })

  test('a scan that was cut short says so, and is soon made again', async () => {
    const cut = privilegesOf({ budget: { runs: 400, max: 400, cut: ['privileged calls'] } })
    const { state, ask } = judging({ privileges: async () => cut })
    assert.equal((await ask()).complete, false)
    await ask()
    state.now += 15_000
    await ask()
    assert.equal(state.scans, 2)
  })

  test('a scan whose sources failed is none', async () => {
    const { ask } = judging({ bytecode: () => Promise.reject(new Error('no node')) })
    assert.equal((await ask()).complete, false)
  })

  test('an account that cannot be read makes no clean judgement', async () => {
    const { ask } = judging({ account: () => Promise.reject(new Error('no node')) })
    assert.equal((await ask()).complete, false)
  })

  describe('payments into a contract that is judged for the first time', () => {
    const pot = contract(sample.subject.address)
    /** Payments are tried until `end` is called, and then fail. */
    const tried = () => {
      const { promise, reject } = Promise.withResolvers<never>()
      const noToken = async () => bytecode({ standard: null })
      const asked = judging({ account: async () => pot, bytecode: noToken, deposits: () => promise })
      return { asked, end: () => reject(new Error('no engine')) }
    }

    test('are not waited for by who follows payments itself; the next question gets the whole', async () => {
      const { asked, end } = tried()
      const ask = (payments: 'awaited' | 'unawaited') => asked.judge(at(100n), pot, open(), { payments })
      const whole = ask('awaited')
      assert.equal((await ask('unawaited')).complete, true)
      end()
      assert.deepEqual([(await whole).complete, (await ask('unawaited')).complete], [false, false])
      assert.equal(asked.state.scans, 1)
    })

    test('are preferred: what the code says is an incomplete answer when the time is over', async () => {
      const { asked, end } = tried()
      const signal = AbortSignal.timeout(50)
      assert.equal((await asked.judge(at(100n), pot, signal, { payments: 'preferred' })).complete, false)
      await assert.rejects(asked.judge(at(100n), pot, AbortSignal.timeout(10)), { name: 'TimeoutError' })
      end()
    })
  })

  test('what waits is bounded: one too many is refused at once', async () => {
    const { ask } = judging({
      account: async (_, address) => contract(address),
      bytecode: (_block, _known, signal) => rejectOnAbort(signal),
    })
    const each = (index: number) => ask(contract(`0x${index.toString(16).padStart(40, 'c')}`), 100n, leave.signal)
    const leave = new AbortController()
    const asked = Array.from({ length: 18 }, (_, index) => each(index + 1))
    for (const one of asked) one.catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 20))
    await assert.rejects(each(999), /too many contracts/)
    leave.abort(new Error('enough'))
    await Promise.allSettled(asked)
  })
})
