import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { SimulationUnavailable, type Simulator } from '../../simulation/simulator.ts'
import { markedInputs } from '../paths/markedInput.ts'
import { inputMark } from '../paths/marks.ts'
import { executedPowers, type SupposedPower } from './executedPowers.ts'
import type { UsualSale } from './stoppedSales.ts'

const TOKEN: Address = '0x00000000000000000000000000000000000070c3'
const KEY: Address = `0x${'aa'.repeat(20)}`
const block = { chain: 'ethereum', hash: `0x${'1'.repeat(64)}`, number: 1n } as PinnedBlock
const [input] = markedInputs('0xcafe0001', 'uint256')

/** A power to stop sales by a value of a word. */
const by = (value: bigint, of: object, more: Partial<SupposedPower> = {}): SupposedPower => ({
  power: {
    selector: '0xcafe0001',
    signature: null,
    guards: [{ by: 'caller', holder: KEY }],
    anyCall: false,
    effect: 'stops',
    of: 'all-holders',
    taxPercent: null,
    asIs: false,
    executed: false,
  },
  waits: false,
  proposals: input === undefined ? [] : [[{ input, roles: { amount: inputMark(0) } }]],
  setters: [],
  on: TOKEN,
  word: { slot: 3n, value },
  of,
  ...more,
})

/** What is found where the token takes no value above `max`; `made`: values of calls, in their order. */
async function found(supposed: readonly SupposedPower[], max: bigint) {
  const made: bigint[] = []
  const refused = async () => {
    throw new SimulationUnavailable('busy', 'nothing runs here')
  }
  const sale: UsualSale = {
    seller: `0x${'5e'.repeat(20)}`,
    reads: async () => new Map(),
    async harmBy(_, calls = []) {
      const value = BigInt(`0x${calls[0]?.data.slice(10, 74) ?? '0'}`)
      made.push(value)
      return value <= max ? { effect: 'stops', taxPercent: null } : null
    },
  }
  const { powers, cut } = await executedPowers(
    {
      chain: { code: async () => '0x' } as unknown as ChainSource,
      simulator: { wordsRead: refused, simulateSequences: refused } as unknown as Simulator,
    },
    { block, address: TOKEN, code: TOKEN, balances: null, supply: null, suspects: async () => [], sale },
    supposed,
    new AbortController().signal,
  )
  return { executed: powers.map(({ executed }) => executed), made, cut }
}

test('a value that the call refuses does not hide one that it takes, and the rest is left out', async () => {
  const word = {}
  const { executed, made } = await found([by(10_000n, word), by(95n, word), by(50n, word)], 100n)
  assert.deepEqual(made, [10_000n, 95n])
  assert.deepEqual(executed, [true])
})

test('each word has a turn before second values, and words without one are named', async () => {
  const words = Array.from({ length: 9 }, () => ({}))
  const few = words.slice(0, 7).flatMap((of) => [by(500n, of), by(501n, of)])
  const turns = await found(few, 100n)
  assert.deepEqual(new Set(turns.made.slice(0, 7)), new Set([500n]))
  const many = await found(
    words.flatMap((of) => [by(500n, of), by(50n, of)]),
    100n,
  )
  assert.equal(many.cut, true)
})

test('a chosen value that the holder’s own call is refused is no power, and a fixed one, or one of unknown callers, stays', async () => {
  const isChosen = true as const
  const refused = await found([by(500n, {}, { isChosen })], 100n)
  assert.deepEqual(refused, { executed: [], made: [500n], cut: false })
  const fixed = await found([by(500n, {})], 100n)
  assert.deepEqual(fixed.executed, [false])
  const one = by(500n, {}, { isChosen })
  const signed = await found([{ ...one, power: { ...one.power, guards: [{ by: 'signature', holder: KEY }] } }], 100n)
  assert.deepEqual(signed, { executed: [false], made: [], cut: false })
})
