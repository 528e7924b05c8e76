import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { Incomplete } from '@redoubt/risk/engine/gatherFacts.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Capability } from '@redoubt/risk/facts/privileges.ts'
import { DRAINER, STRANGER } from '@redoubt/risk/testing/sampleFacts.ts'
import { probeSpenders } from './gatherProbes.ts'
import type { TransactionSources } from './transactionSources.ts'

type Probe = TransactionSources['spenderProbe']

const open = () => new AbortController().signal
const block: PinnedBlock = {
  chain: 'ethereum',
  number: 1n,
  hash: '0x01',
  timestamp: 1n,
  baseFeePerGas: 1n,
  gasLimit: 30_000_000n,
  coinbase: STRANGER,
  prevRandao: '0x01',
}
const found = { pulls: [], guardedPulls: [], privileged: [], cut: [] }
// What is in it does not matter here.
const pull = {} as Capability
const trySome = (spenderProbe: Probe, signal = open()) =>
  probeSpenders({ spenderProbe }, { block, spenders: [DRAINER, STRANGER, DRAINER] }, signal)

test('each spender is tried once', async () => {
  const tried = await trySome(async () => found)
  assert.deepEqual(tried, [
    { spender: DRAINER, ...found },
    { spender: STRANGER, ...found },
  ])
})

test('one that cannot be tried is named, and the others are told', async () => {
  const tried = await trySome(async (_, { spender }) => {
    if (spender === DRAINER) throw new Error('no engine')
    return found
  })
  assert.ok(tried instanceof Incomplete)
  assert.deepEqual(tried.value, [{ spender: STRANGER, ...found }])
  assert.equal(tried.missing.reason, 'failed')
  assert.equal(tried.missing.message, '1 of the spenders could not be tried')
  assert.equal(tried.missing.decisive, false)
})

test('one that is not tried by the deadline is late', async () => {
  const tried = await trySome(
    (_, { spender }, signal) =>
      spender === STRANGER
        ? Promise.resolve(found)
        : new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    AbortSignal.timeout(30),
  )
  assert.ok(tried instanceof Incomplete)
  assert.deepEqual(tried.value, [{ spender: STRANGER, ...found }])
  assert.equal(tried.missing.reason, 'late')
  assert.equal(tried.missing.message, '1 of the spenders could not be tried in time')
})

test('no finding in a probe that was cut short is no clearance; a finding counts', async () => {
  const cut = { ...found, cut: ['effects of calls'] }
  const short = await trySome(async () => cut)
  assert.ok(short instanceof Incomplete)
  assert.equal(short.missing.error, null, 'no spender failed')
  assert.match(short.missing.message, /^the spenders were not tried whole: effects of calls/)
  assert.ok(Array.isArray(await trySome(async () => ({ ...cut, pulls: [pull] }))))
})

test('spenders beyond the limit are named, and the first ones are told', async () => {
  const third: Address = `0x${'33'.repeat(20)}`
  const spenders = [DRAINER, STRANGER, third]
  const tried = await probeSpenders({ spenderProbe: async () => found }, { block, spenders }, open())
  assert.ok(tried instanceof Incomplete)
  assert.equal(tried.value.length, 2)
  assert.match(tried.missing.message, new RegExp(third))
  assert.equal(tried.missing.decisive, false)
})
