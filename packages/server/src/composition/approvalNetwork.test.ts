import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../evm/rpc/chainSource.ts'
import { createSignedSources } from './approvalNetwork.ts'

const HEAD = 10_000n
/** One block each second, as of the genesis block. */
const blockOf = (number: bigint) => ({ number, timestamp: number }) as PinnedBlock
const chain = { blockAt: async (number: bigint) => blockOf(number) } as unknown as ChainSource

const CASES: [string, { head: bigint; time: bigint; expected: bigint | null }][] = [
  ['a scan of a moment ago', { head: HEAD, time: HEAD - 2n, expected: HEAD - 8n }],
  ['a scan of an hour ago', { head: HEAD, time: HEAD - 3_600n, expected: HEAD - 4_096n }],
  ['a scan before the last block that is read', { head: HEAD, time: HEAD - 5_000n, expected: null }],
  ['a scan at the time of the last block that is read', { head: HEAD, time: HEAD - 4_096n, expected: null }],
  ['a scan after the head', { head: HEAD, time: HEAD + 5n, expected: HEAD - 1n }],
  ['a scan of a young network', { head: 20n, time: 4n, expected: 0n }],
  ['a head that is the first block', { head: 0n, time: 0n, expected: null }],
]

for (const [name, { head, time, expected }] of CASES)
  test(`the block before ${name} is ${expected ?? 'not known'}`, async () => {
    const { signal } = new AbortController()
    const found = await createSignedSources(chain).blockBefore(blockOf(head), Number(time) * 1_000, signal)
    assert.equal(found?.number ?? null, expected)
  })
