import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { assemble } from './testing/assembler.ts'
import { openWorld, type SimulationWorld } from './testing/simulationWorld.ts'

const at = (digits: string): Address => `0x${digits.padStart(40, '0')}`
const SENDER = at('5e4de1')
const ROUTER = at('4070')
const POOLS = [at('7001'), at('7002'), at('7003')]
const word = (value: number): Hex => `0x${value.toString(16).padStart(64, '0')}`

/** A router that goes through three pools, each reading slots that depend on other slots, as a swap does. */
async function open(): Promise<SimulationWorld> {
  const world = await openWorld({ chain: { headReuseMs: 0 } })
  const pool = assemble('0 SLOAD SLOAD SLOAD 1 ADD 9 SSTORE TIMESTAMP 8 SSTORE 0 0 LOG0 STOP')
  const hop = (address: Address) => `0 0 0 0 0 ${address} GAS CALL POP`
  await world.chain.place({
    [SENDER]: { balance: 10n ** 18n },
    [ROUTER]: { code: assemble(`${POOLS.map(hop).join(' ')} STOP`) },
    ...Object.fromEntries(
      POOLS.map((address) => [
        address,
        { code: pool, storage: { [word(0)]: word(5), [word(5)]: word(6), [word(6)]: word(7) } },
      ]),
    ),
  })
  return world
}

async function coldScan(world: SimulationWorld): Promise<number> {
  const signal = AbortSignal.timeout(10_000)
  await world.source.readiness(signal)
  // The endpoint's own check is over; from here on every request counts, the head's included.
  const before = world.proxy.requests.length
  const block = await world.source.head(signal)
  const transaction = { from: SENDER, to: ROUTER, value: 0n, data: '0x' as const }
  const result = await world.simulator.simulate({ block, transaction, signal })
  assert.equal(result.outcome, 'succeeded')
  assert.equal(result.trace?.calls.length, 3)
  return world.proxy.requests.length - before
}

describe('a cold scan', () => {
  it('takes two round trips where the upstream traces', async () => {
    await using world = await open()
    let waits = 0
    let inFlight = 0
    world.proxy.rule = async (_, forward) => {
      if (inFlight++ === 0) waits++
      try {
        return { answer: await forward() }
      } finally {
        inFlight--
      }
    }
    // The trace travels beside the account reads, so that a bomb cannot hold them up: three requests, two waits.
    const check = 1
    assert.ok((await coldScan(world)) <= 3)
    assert.ok(waits - check <= 2, `${waits - check} waits`)
  })

  it('takes at most four where it only makes access lists', async () => {
    await using world = await open()
    world.proxy.rule = async (body, forward) => ({ answer: without(['debug_traceCall'], body, await forward()) })
    await coldScan(world)
    // The first scan found the endpoint without tracing; a scan of the next block does not ask again.
    await world.chain.rpc('evm_mine')
    assert.ok((await coldScan(world)) <= 4)
  })

  it('still succeeds where it has neither', async () => {
    await using world = await open()
    const missing = ['debug_traceCall', 'eth_createAccessList']
    world.proxy.rule = async (body, forward) => ({ answer: without(missing, body, await forward()) })
    await coldScan(world)
  })
})

describe('a cold sequence', () => {
  const READER = at('7ead')
  const SLOTS = Array.from({ length: 24 }, (_, index) => 1_000 + index * 7)
  /** Reads words that lie apart, and then one at a place that they name together. */
  const reader = assemble(
    `${SLOTS.map((slot) => `${slot} SLOAD`).join(' ')} ${'ADD '.repeat(23)} SLOAD 0 MSTORE 32 0 RETURN`,
  )
  const sum = SLOTS.length * 3
  const sequence = {
    blocks: [{ calls: [{ from: SENDER, to: READER, value: 0n, data: '0x' as const, gas: 300_000n }] }],
  }

  it('waits for a few messages where the node is far away, however many words its code reads', async () => {
    await using world = await openWorld({ chain: { headReuseMs: 0 }, delayMs: 200 })
    const storage = Object.fromEntries([...SLOTS.map((slot) => [word(slot), word(3)]), [word(sum), word(77)]])
    await world.chain.place({ [SENDER]: { balance: 10n ** 18n }, [READER]: { code: reader, storage } })
    const signal = AbortSignal.timeout(30_000)
    const block = await world.source.head(signal)
    const before = world.proxy.requests.length
    const [outcome] = await world.simulator.simulateSequences({ block, sequences: [sequence], signal })
    assert.deepEqual(
      outcome?.map(({ output }) => output),
      [word(77)],
      'the state that counts is the true one, not what was guessed',
    )
    const requests = world.proxy.requests.length - before
    assert.ok(requests <= 14, `${requests} requests`)
    assert.equal(world.source.wordsRead(block, READER)?.size, SLOTS.length + 1)
  })
})

type Message = { id: number; method: string }

function without(methods: readonly string[], body: unknown, answer: unknown): unknown {
  const requests = (Array.isArray(body) ? body : [body]) as Message[]
  const answers = (Array.isArray(answer) ? answer : [answer]) as Message[]
  const changed = answers.map((one) => {
    const asked = requests.find(({ id }) => id === one.id)
    if (!methods.includes(asked?.method ?? '')) return one
    return { jsonrpc: '2.0', id: one.id, error: { code: -32_601, message: 'the method does not exist' } }
  })
  return Array.isArray(answer) ? changed : changed[0]
}
