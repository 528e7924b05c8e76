import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { emittedLogs } from '../decode/emittedLogs.ts'
import type { ChainSource, SentTransaction } from '../rpc/chainSource.ts'
import { replayMined } from './replayMined.ts'
import { assemble } from './testing/assembler.ts'
import { openWorld, type SimulationWorld } from './testing/simulationWorld.ts'

const at = (digits: string): Address => `0x${digits.padStart(40, '0')}`
const slot = (value: number): Hex => `0x${value.toString(16).padStart(64, '0')}`
const SENDER = at('5e4de1')
const COUNTER = at('a1')
const PICKY = at('a2')

let world: SimulationWorld
/** Three calls of the counter in one block, then one that fails. */
let sent: SentTransaction[]
let signal: AbortSignal
before(() => {
  signal = AbortSignal.timeout(30_000)
})

before(async () => {
  world = await openWorld({ chain: { headReuseMs: 0 } })
  const { rpc } = world.chain
  await world.chain.place({
    [SENDER]: { balance: 10n ** 19n },
    // Counts, and says how far it is.
    [COUNTER]: { code: assemble('0 SLOAD 1 ADD DUP1 0 SSTORE 0 MSTORE 7 32 0 LOG1 STOP') },
    [PICKY]: { code: assemble('0 0 REVERT') },
  })
  await rpc('evm_mine')
  await rpc('anvil_impersonateAccount', [SENDER])
  const hashes: Hex[] = []
  for (const to of [COUNTER, COUNTER, COUNTER, PICKY])
    hashes.push((await rpc('eth_sendTransaction', [{ from: SENDER, to, gas: '0x20000' }])) as Hex)
  await rpc('evm_mine')
  sent = await Promise.all(
    hashes.map(async (hash) => (await world.source.sentTransaction(hash, signal)) ?? assert.fail()),
  )
})
after(() => world[Symbol.asyncDispose]())

async function replay(index: number, lacks: Partial<ChainSource> = {}) {
  const one = sent[index] ?? assert.fail()
  assert.ok(one.mined)
  assert.equal(one.mined.index, index)
  const parent = await world.source.blockAt(one.mined.blockNumber - 1n, signal)
  const chain = { ...world.source, ...lacks }
  return replayMined({ chain, simulator: world.simulator }, { sent: { ...one, mined: one.mined }, parent }, signal)
}
const noTraces = { traceTransaction: async () => null }
const noHistory = { ...noTraces, transactionsIn: () => Promise.reject(new Error('not kept')) }
const logged = ({ simulation }: Awaited<ReturnType<typeof replay>>) =>
  emittedLogs(simulation.trace).map(({ data }) => data)

describe('a mined transaction', () => {
  it('is read from the node’s trace, after those before it in its block', async () => {
    const result = await replay(2)
    assert.equal(result.source, 'trace')
    assert.deepEqual(result.simulation.stateDiff[COUNTER]?.storage[slot(0)], { before: slot(2), after: slot(3) })
  })

  it('is executed again where the node has no traces, and comes to the same', async () => {
    const [traced, executed] = [await replay(2), await replay(2, noTraces)]
    assert.equal(executed.source, 'replay')
    assert.equal(executed.simulation.gasUsed, traced.simulation.gasUsed)
    assert.deepEqual(executed.simulation.stateDiff[COUNTER], traced.simulation.stateDiff[COUNTER])
    assert.deepEqual(logged(executed), [slot(3)])
  })

  it('is its receipt where nothing else is kept', async () => {
    const result = await replay(1, noHistory)
    assert.equal(result.source, 'receipt')
    assert.deepEqual(logged(result), [slot(2)])
    assert.deepEqual(result.simulation.stateDiff, {})
    assert.equal(result.simulation.success, true)
  })

  it('that failed is a failure, however it is known', async () => {
    for (const [lacks, source] of [
      [{}, 'trace'],
      [noTraces, 'replay'],
      [noHistory, 'receipt'],
    ] as const) {
      const result = await replay(3, lacks)
      assert.equal(result.source, source)
      assert.equal(result.simulation.success, false)
      assert.deepEqual(logged(result), [])
    }
  })

  it('whose trace contradicts its receipt is not believed', async () => {
    const other = sent[0]?.hash ?? assert.fail()
    const lies = {
      traceTransaction: (_: Hex, tracer: object, within: AbortSignal) =>
        world.source.traceTransaction(other, tracer, within),
    }
    assert.equal((await replay(2, lies)).source, 'replay')
  })

  it('whose trace is nonsense is executed again', async () => {
    for (const nonsense of [{}, { calls: 7 }, { pre: null, post: [] }])
      assert.equal((await replay(0, { traceTransaction: async () => nonsense })).source, 'replay')
  })
})

it('an unknown hash is null', async () => {
  assert.equal(await world.source.sentTransaction(`0x${'ab'.repeat(32)}`, signal), null)
})
