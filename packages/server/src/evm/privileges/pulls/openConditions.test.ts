import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import type { Simulator } from '../../simulation/simulator.ts'
import { createConditionBudget, openConditions } from './openConditions.ts'

const [CONTRACT, KEY] = [`0x${'c'.repeat(40)}`, `0x${'e'.repeat(40)}`] as const
const block = { chain: 'ethereum', number: 1n, timestamp: 1_780_000_000n } as PinnedBlock
const chain = { chain: 'ethereum', code: async (): Promise<Hex> => '0x' } as unknown as ChainSource

/** Asks about calls that each read a word of as many contracts outside. */
async function isCut(reads: readonly (readonly number[])[]): Promise<boolean> {
  const budget = createConditionBudget()
  const { signal } = new AbortController()
  for (const outside of reads) {
    const words = outside.map((one): [Address, Map<Hex, Hex>] => [
      `0x${one.toString(16).padStart(40, 'a')}`,
      new Map([['0x9', '0x0']]),
    ])
    const simulator = { wordsRead: async () => [new Map(words)] } as unknown as Pick<Simulator, 'wordsRead'>
    const call = { from: KEY, to: CONTRACT, value: 0n, data: '0x12345678' } as const
    await openConditions(
      { chain, simulator },
      { block, contract: CONTRACT, call, before: [], state: {}, holders: [KEY] },
      budget,
      signal,
    )
  }
  return budget.cut
}

const CASES: [string, number[][], boolean][] = [
  ['three contracts', [[1, 2], [3]], false],
  ['one contract that many calls read', Array.from({ length: 24 }, () => [1]), false],
  ['a fourth contract', [[1, 2], [3], [4]], true],
  ['more calls than are looked at', Array.from({ length: 25 }, () => [1]), true],
]

for (const [name, reads, expected] of CASES)
  test(`conditions of ${name} are looked at ${expected ? 'in part' : 'in full'}`, async () => {
    assert.equal(await isCut(reads), expected)
  })
