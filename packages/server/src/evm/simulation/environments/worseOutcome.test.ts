import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Log } from '@redoubt/risk/facts/execution.ts'
import { NATIVE } from '../flatRun.ts'
import { worseOutcome } from './worseOutcome.ts'

const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const SINGLE: Hex = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const APPROVAL: Hex = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const at = (digits: string): Address => `0x${digits.padStart(40, '0')}`
const word = (value: Hex | bigint): Hex => `0x${BigInt(value).toString(16).padStart(64, '0')}`
const [DOLLARS, COINS, NFT, SENDER, POOL] = [at('70'), at('71'), at('72'), at('a'), at('b')]
const move = (address: Address, from: Address, to: Address, amount: bigint): Log => ({
  address,
  topics: [TRANSFER, word(from), word(to)],
  data: word(amount),
})
const approve = (amount: bigint): Log => ({
  address: DOLLARS,
  topics: [APPROVAL, word(SENDER), word(POOL)],
  data: word(amount),
})
const nft: Log = { address: NFT, topics: [TRANSFER, word(SENDER), word(POOL), word(7n)], data: '0x' }
const single: Log = {
  address: NFT,
  topics: [SINGLE, word(POOL), word(SENDER), word(POOL)],
  data: `${word(7n)}${word(3n).slice(2)}`,
}
const run = (logs: Log[], success = true) => ({ success, gasUsed: 1n, output: '0x' as const, logs })
const swap = (paid: bigint, received: bigint) =>
  run([move(DOLLARS, SENDER, POOL, paid), move(COINS, POOL, SENDER, received)])
const failed = run([], false)
/** A mint of an item for three dollars. */
const random = (id: bigint) =>
  run([
    move(DOLLARS, SENDER, POOL, 3n),
    { address: NFT, topics: [TRANSFER, word(at('0')), word(SENDER), word(id)], data: '0x' },
  ])

describe('worseOutcome', () => {
  const cases: [
    string,
    ReturnType<typeof worseOutcome>,
    Parameters<typeof worseOutcome>[0],
    Parameters<typeof worseOutcome>[1],
  ][] = [
    ['a deadline that has passed', null, swap(100n, 50n), failed],
    ['interest', null, swap(100n, 50n), swap(109n, 50n)],
    ['rewards that grew', null, run([move(COINS, POOL, SENDER, 1n)]), run([move(COINS, POOL, SENDER, 30n)])],
    ['a claim that ran out without cost', null, run([move(COINS, POOL, SENDER, 1n)]), run([])],
    ['a sale that opens later', null, failed, swap(100n, 50n)],
    ['an approval that is no longer made', null, run([approve(5n)]), run([])],
    ['more taken', 'more', swap(100n, 50n), swap(150n, 50n)],
    ['a drain that waits', 'new', run([]), run([move(DOLLARS, SENDER, POOL, 1n)])],
    ['a drain that waits behind a failure', 'new', failed, run([move(DOLLARS, SENDER, POOL, 1n)])],
    ['an NFT taken', 'new', run([]), run([nft])],
    ['an ERC-1155 token taken', 'new', run([]), run([single])],
    ['the same price for next to nothing', 'more', swap(100n, 50n), swap(100n, 1n)],
    ['an approval more', 'new', run([]), run([approve(1n)])],
    ['a larger approval', 'more', run([approve(5n)]), run([approve(500n)])],
    ['an approval of all instead of next to nothing', 'new', run([approve(1n)]), run([approve(500n)])],
    ['the same price for nothing', 'new', swap(100n, 50n), run([move(DOLLARS, SENDER, POOL, 100n)])],
    ['another item of the same collection', null, random(7n), random(8n)],
    ['what others lose', null, run([]), run([move(DOLLARS, POOL, COINS, 1n)])],
  ]
  for (const [name, expected, main, other] of cases)
    it(`${expected === null ? 'passes over' : `finds (${expected})`} ${name}`, () => {
      assert.equal(worseOutcome(main, other, SENDER), expected)
    })
  it('lets what contracts charge for gas pass, and what a player puts at stake count for less', () => {
    const fee = run([move(NATIVE, SENDER, POOL, 900n)])
    assert.equal(worseOutcome(run([]), fee, SENDER), 'new')
    assert.equal(worseOutcome(run([]), fee, SENDER, { dust: 1_000n }), null)
    assert.equal(worseOutcome(run([]), fee, SENDER, { stake: 900n }), 'more')
    assert.equal(worseOutcome(run([]), fee, SENDER, { stake: 899n }), 'new')
  })
  it('leaves out what goes to and comes from others that are named', () => {
    const paid = run([move(DOLLARS, SENDER, POOL, 5n)])
    assert.equal(worseOutcome(run([]), paid, SENDER, { besides: [POOL] }), null)
  })
})
