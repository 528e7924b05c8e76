import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
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
