import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import { ASK } from '../../bytecode/proxy/askAddress.ts'
import type { Sequence } from '../../simulation/simulator.ts'
import { createBudget } from '../../trade/tradeContext.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { shortenings } from './shortenings.ts'

const TIMELOCK: Address = `0x${'71'.repeat(20)}`
const KEY: Address = `0x${'aa'.repeat(20)}`
const SETTER = '0xcafe0001'
const hex = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}` as const
const functions = [
  { selector: ASK.getMinDelay, signature: null, arguments: '', reads: ['0x2'], writes: [] },
  { selector: SETTER, signature: null, arguments: 'uint256', reads: [], writes: ['0x2'] },
] as unknown as ContractFunction[]

let least: bigint | null = null

/** The ways of a key in a timelock whose delay it sets to no less than `floor`, at once or by halves. */
async function waysOf(delay: bigint, floor: bigint, step: 'any' | 'halves' = 'any') {
  const run = ({ blocks }: Sequence) => {
    let now = delay
    return blocks
      .flatMap(({ calls }) => calls)
      .map(({ data }) => {
        if (!data.startsWith(SETTER)) return { success: true, output: hex(now), logs: [], gasUsed: 0n }
        const value = BigInt(`0x${data.slice(10)}`)
        const success = value >= floor && (step === 'any' || value >= now / 2n)
        if (success) now = value
        return { success, output: '0x', logs: [], gasUsed: 0n }
      })
  }
  const context = {
    chain: { call: async () => hex(delay) },
    simulator: { simulateSequences: async ({ sequences }: { sequences: Sequence[] }) => sequences.map(run) },
    block: {},
    fixture: { overrides: {} },
    signal: new AbortController().signal,
  } as unknown as PrivilegesContext
  const question = { holder: TIMELOCK, keys: [KEY], functions, budget: createBudget(50) }
  const { attempts, shortest } = await shortenings(context, question)
  least = shortest
  return attempts.map(({ calls, shortens, seconds }) => ({ calls: calls.length, shortens, seconds }))
}

test('a floor of one second is waited for, as is a delay that is short already', async () => {
  const [halved] = await waysOf(172_800n, 1n, 'halves')
  assert.equal(halved?.seconds, 2n)
  assert.deepEqual(await waysOf(60n, 100n), [{ calls: 0, shortens: 0, seconds: 61n }])
})

test('a delay that a key sets to nothing is not waited for', async () => {
  assert.deepEqual((await waysOf(172_800n, 0n))[0], { calls: 1, shortens: 1, seconds: undefined })
})

test('a delay with a floor of a day is no way, but less than it was', async () => {
  assert.deepEqual(await waysOf(172_800n, 86_400n), [])
  assert.equal(least, 86_400n)
  assert.deepEqual(await waysOf(172_800n, 172_800n), [])
  assert.equal(least, null)
})
