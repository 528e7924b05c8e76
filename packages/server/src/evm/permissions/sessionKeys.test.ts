import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { toFunctionSelector } from 'viem/utils'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { FoundRight } from './rightPlace.ts'
import { sessionKeys } from './sessionKeys.ts'

const OWNER: Address = `0x${'a'.repeat(40)}`
const addressOf = (at: number): Address => `0x${(at + 1).toString(16).padStart(40, '0')}`
const word = (value: number) => value.toString(16).padStart(64, '0')

test('all modules of an account share one bound of session keys, and the rest is named', async () => {
  const module = (at: number): FoundRight => ({
    place: { standard: 'erc7579-module', keeper: OWNER, holder: addressOf(at), id: 1n },
    amount: 1n,
    log: null,
    first: null,
  })
  const list = `0x${word(32)}${word(200)}${Array.from({ length: 200 }, (_, at) => word(at)).join('')}` as Hex
  let asked = 0
  const ask = async (_: unknown, { max }: { max: number }) => {
    asked += 1
    return max > 1_000 ? list : null
  }
  const { live, cut } = await sessionKeys(
    { chain: { ask } as unknown as ChainSource },
    { block: {} as PinnedBlock, owner: OWNER, rights: [0, 1, 2].map(module) },
    AbortSignal.timeout(1_000),
  )
  assert.deepEqual([live.length, asked], [256, 3 + 256])
  assert.deepEqual(
    cut.map((text) => text.split(' ')[0]),
    ['144', '200'],
  )
})

describe('a validator that gives no list', () => {
  const module = addressOf(7)
  const behind: Address = `0x${'be'.repeat(20)}`
  const right = {
    place: { standard: 'erc7579-module', keeper: OWNER, holder: module, id: 1n },
    amount: 1n,
    log: null,
    first: null,
  } as const satisfies FoundRight
  const LISTS: Hex = `0x63${toFunctionSelector('getPermissionIDs(address)').slice(2)}14`
  const NO_LIST: Hex = '0x6311223344'
  const CLONE: Hex = `0x363d3d373d3d3d363d73${behind.slice(2)}5af43d82803e903d91602b57fd5bf3`

  async function found({ answer, codes }: { answer: Hex | null | Error; codes: Record<Address, Hex> | Error }) {
    const chain = {
      ask: async () => (answer instanceof Error ? Promise.reject(answer) : answer),
      code: async (_: unknown, address: Address) =>
        codes instanceof Error ? Promise.reject(codes) : (codes[address] ?? '0x'),
      storage: async () => `0x${word(0)}`,
      call: async () => null,
    } as unknown as ChainSource
    const { live, cut } = await sessionKeys(
      { chain },
      { block: {} as PinnedBlock, owner: OWNER, rights: [right] },
      AbortSignal.timeout(1_000),
    )
    assert.deepEqual(live, [])
    return cut.length > 0
  }

  const cases: [string, Parameters<typeof found>[0], boolean][] = [
    ['one whose code has no such list keeps none', { answer: null, codes: { [module]: NO_LIST } }, false],
    ['one that answers anything without such a list keeps none', { answer: '0x', codes: { [module]: NO_LIST } }, false],
    ['one that has it and reverts', { answer: null, codes: { [module]: LISTS } }, true],
    ['one that has it and answers something else', { answer: `0x${word(1)}`, codes: { [module]: LISTS } }, true],
    ['one that has it behind a clone', { answer: null, codes: { [module]: CLONE, [behind]: LISTS } }, true],
    ['a clone of one that has none', { answer: null, codes: { [module]: CLONE, [behind]: NO_LIST } }, false],
    ['one whose code could not be read', { answer: null, codes: new Error('timed out') }, true],
    ['one whose network failed, with such a list', { answer: new Error('x'), codes: { [module]: LISTS } }, true],
    ['one that names more keys than it gives', { answer: `0x${word(32)}${word(9)}`, codes: {} }, true],
    ['one with an empty list', { answer: `0x${word(32)}${word(0)}`, codes: { [module]: LISTS } }, false],
  ]
  for (const [name, given, isNamed] of cases) test(name, async () => assert.equal(await found(given), isNamed))
})
