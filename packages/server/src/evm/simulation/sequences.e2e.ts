import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { CallOutcome, Sequence } from './simulator.ts'
import { assemble } from './testing/assembler.ts'
import { openWorld, type SimulationWorld } from './testing/simulationWorld.ts'

const at = (digits: string): Address => `0x${digits.padStart(40, '0')}`
const SENDER = at('5e4de1')
const COUNTER = at('a1')
const REVERTER = at('a2')
const CLOCK = at('a3')
const FLOOD = at('a4')
const ORIGIN = at('a5')
const RANDAO = at('a6')
const ETHER = 10n ** 18n
const word = (value: bigint | number): Hex => `0x${value.toString(16).padStart(64, '0')}`

let world: SimulationWorld
let block: PinnedBlock

before(async () => {
  world = await openWorld({ chain: { headReuseMs: 0 } })
  await world.chain.place({
    [SENDER]: { balance: 10n * ETHER },
    [COUNTER]: {
      code: assemble('0 SLOAD 1 ADD DUP1 0 SSTORE DUP1 0 MSTORE 0 0 LOG1 32 0 RETURN'),
      storage: { [word(0)]: word(41) },
    },
    [REVERTER]: { code: assemble('7 0 MSTORE 32 0 REVERT') },
    [CLOCK]: { code: assemble('TIMESTAMP 0 MSTORE NUMBER 32 MSTORE BASEFEE 64 MSTORE 96 0 RETURN') },
    // Half a megabyte of nothing.
    [FLOOD]: { code: assemble('524288 0 RETURN') },
    [RANDAO]: { code: assemble('PREVRANDAO 0 MSTORE 32 0 RETURN') },
    [ORIGIN]: { code: assemble('CALLER 0 MSTORE 32 0 RETURN') },
  })
  block = await world.source.head(AbortSignal.timeout(5_000))
})
after(() => world[Symbol.asyncDispose]())

const call = (to: Address, members: Partial<Transaction> = {}): Transaction => {
  return { from: SENDER, to, value: 0n, data: '0x', ...members }
}
const run = (sequences: Sequence[]): Promise<(CallOutcome[] | null)[]> =>
  world.simulator.simulateSequences({ block, sequences, signal: AbortSignal.timeout(20_000) })
const outputs = (outcomes: CallOutcome[] | null | undefined) => outcomes?.map(({ output }) => output)
const numbers = (output: Hex | undefined) => (output?.slice(2).match(/.{64}/g) ?? []).map((part) => BigInt(`0x${part}`))

describe('sequences', () => {
  it('runs each call on the state the last one left, each sequence on the pinned one', async () => {
    const twice = { blocks: [{ calls: [call(COUNTER), call(COUNTER)] }, { calls: [call(COUNTER)] }] }
    const [first, second] = await run([twice, twice])
    assert.deepEqual(outputs(first), [word(42), word(43), word(44)])
    assert.deepEqual(outputs(second), outputs(first))
    assert.deepEqual(first?.[0]?.logs, [{ address: COUNTER, topics: [word(42)], data: '0x' }])
  })

  it('counts every call that it executes', async () => {
    const { calls } = world.simulator.stats()
    await run([{ blocks: [{ calls: [call(COUNTER), call(COUNTER)] }, { calls: [call(REVERTER)] }] }])
    assert.equal(world.simulator.stats().calls, calls + 3)
  })

  it('a call that fails says why, and the next ones run', async () => {
    const [outcomes] = await run([{ blocks: [{ calls: [call(REVERTER), call(COUNTER)] }] }])
    assert.deepEqual(
      outcomes?.map(({ success, output }) => [success, output]),
      [
        [false, word(7)],
        [true, word(42)],
      ],
    )
  })

  it('blocks follow each other, or so many seconds of blocks later, with a real base fee', async () => {
    const calls = [call(CLOCK)]
    const [outcomes] = await run([{ blocks: [{ calls }, { calls }, { calls, seconds: 86_400n }] }])
    const [next, after, later] = outcomes?.map(({ output }) => numbers(output)) ?? []
    assert.deepEqual(next?.slice(0, 2), [block.timestamp + 12n, block.number + 1n])
    assert.deepEqual(after?.slice(0, 2), [block.timestamp + 24n, block.number + 2n])
    assert.deepEqual(later?.slice(0, 2), [block.timestamp + 24n + 86_400n, block.number + 2n + 7_200n])
    assert.ok((later?.[2] ?? 0n) > 0n)
  })

  it('no two blocks share their randomness, and a repetition meets the same', async () => {
    const calls = [call(RANDAO)]
    const blocks = [{ calls: [...calls, ...calls] }, { calls }, { calls, seconds: 86_400n }]
    const [first, second] = await run([{ blocks }, { blocks }])
    assert.equal(outputs(first)?.[0], outputs(first)?.[1])
    assert.equal(new Set(outputs(first)).size, 3)
    assert.deepEqual(outputs(second), outputs(first))
  })

  it('public calls: pretended balances, accounts with code', async () => {
    const fresh = at('f4e54')
    const [outcomes] = await run([
      {
        stateOverrides: { [fresh]: { balance: ETHER }, [COUNTER]: { balance: ETHER } },
        blocks: [{ calls: [call(ORIGIN, { from: fresh }), call(ORIGIN, { from: COUNTER })] }],
      },
    ])
    assert.deepEqual(outputs(outcomes), [word(BigInt(fresh)), word(BigInt(COUNTER))])
  })

  it('what the engine refuses, and what floods, costs the others nothing', async () => {
    const floods = { blocks: [{ calls: Array.from({ length: 8 }, () => call(FLOOD, { gas: 3_000_000n })) }] }
    const poor = { blocks: [{ calls: [call(COUNTER, { from: at('900f') })] }] }
    const good = { blocks: [{ calls: [call(COUNTER)] }] }
    const [flooded, refused, counted] = await run([floods, poor, good])
    assert.equal(flooded, null)
    assert.equal(refused, null)
    assert.deepEqual(outputs(counted), [word(42)])
  })
})
