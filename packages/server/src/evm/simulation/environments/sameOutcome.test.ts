import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Log } from '@redoubt/risk/facts/execution.ts'
import { NATIVE } from '../flatRun.ts'
import { sameOutcome } from './worseOutcome.ts'

const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const at = (digits: string): Address => `0x${digits.padStart(40, '0')}`
const word = (value: Hex | bigint): Hex => `0x${BigInt(value).toString(16).padStart(64, '0')}`
const [TOKEN, ALICE, BOB, BUILDER, ZERO] = [at('70'), at('a'), at('b'), at('c'), at('0')]
const transfer = (address: Address, from: Address, to: Address, amount: bigint): Log => ({
  address,
  topics: [TRANSFER, word(from), word(to)],
  data: word(amount),
})
const run = (logs: Log[], coinbase: Address = BUILDER, success = true) => ({
  outcome: { success, gasUsed: 1n, output: '0x' as const, logs },
  coinbase,
})

describe('sameOutcome', () => {
  const main = run([transfer(TOKEN, ALICE, BOB, 1_000n)])
  it('holds for the same transfers, whatever else was logged', () => {
    const noise: Log = { address: TOKEN, topics: [word(1n)], data: '0x' }
    assert.ok(sameOutcome(main, run([noise, transfer(TOKEN, ALICE, BOB, 1_000n)]), false))
  })
  it('fails for another status, party, token, amount or number of transfers', () => {
    assert.ok(!sameOutcome(main, run(main.outcome.logs, BUILDER, false), false))
    assert.ok(!sameOutcome(main, run([transfer(TOKEN, ALICE, BUILDER, 1_000n)]), false))
    assert.ok(!sameOutcome(main, run([transfer(BOB, ALICE, BOB, 1_000n)]), false))
    assert.ok(!sameOutcome(main, run([transfer(TOKEN, ALICE, BOB, 1_001n)]), false))
    assert.ok(!sameOutcome(main, run([]), false))
  })
  it('lets amounts drift by a tenth in later runs only', () => {
    assert.ok(sameOutcome(main, run([transfer(TOKEN, ALICE, BOB, 1_090n)]), true))
    assert.ok(!sameOutcome(main, run([transfer(TOKEN, ALICE, BOB, 1_200n)]), true))
  })
  it('takes payments to each run’s builder for the same, whatever the amount', () => {
    const ours = run([transfer(NATIVE, ALICE, BUILDER, 5n)])
    assert.ok(sameOutcome(ours, run([transfer(NATIVE, ALICE, ZERO, 9n)], ZERO), false))
    assert.ok(!sameOutcome(ours, run([transfer(NATIVE, ALICE, BOB, 5n)], ZERO), false))
  })
  it('does not take mints and burns for payments to a builder that is zero', () => {
    const mint = [transfer(TOKEN, ZERO, ALICE, 7n), transfer(TOKEN, ALICE, ZERO, 7n)]
    assert.ok(sameOutcome(run(mint), run(mint, ZERO), false))
  })
})
