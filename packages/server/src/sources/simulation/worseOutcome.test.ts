import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Address, Hex, Log } from '../../risk/facts.ts'
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

describe('worseOutcome', () => {
  const cases: [string, boolean, Parameters<typeof worseOutcome>[0], Parameters<typeof worseOutcome>[1]][] = [
    ['a deadline that has passed', false, swap(100n, 50n), failed],
    ['interest', false, swap(100n, 50n), swap(109n, 50n)],
    ['rewards that grew', false, run([move(COINS, POOL, SENDER, 1n)]), run([move(COINS, POOL, SENDER, 30n)])],
    ['a claim that ran out without cost', false, run([move(COINS, POOL, SENDER, 1n)]), run([])],
    ['a sale that opens later', false, failed, swap(100n, 50n)],
    ['an approval that is no longer made', false, run([approve(5n)]), run([])],
    ['more taken', true, swap(100n, 50n), swap(150n, 50n)],
    ['a drain that waits', true, run([]), run([move(DOLLARS, SENDER, POOL, 1n)])],
    ['a drain that waits behind a failure', true, failed, run([move(DOLLARS, SENDER, POOL, 1n)])],
    ['an NFT taken', true, run([]), run([nft])],
    ['an ERC-1155 token taken', true, run([]), run([single])],
    ['the same price for next to nothing', true, swap(100n, 50n), swap(100n, 1n)],
    ['an approval more', true, run([]), run([approve(1n)])],
    ['a larger approval', true, run([approve(5n)]), run([approve(500n)])],
    ['what others lose', false, run([]), run([move(DOLLARS, POOL, COINS, 1n)])],
  ]
  for (const [name, expected, main, other] of cases)
    it(`${expected ? 'finds' : 'passes over'} ${name}`, () => {
      assert.equal(worseOutcome(main, other, SENDER), expected)
    })
})
