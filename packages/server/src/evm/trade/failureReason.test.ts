import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import { encodeErrorResult, parseAbi } from 'viem/utils'
import { failureReason, isMasked } from './swapLog.ts'

const outcome = (output: Hex, gasUsed = 50_000n) => ({ success: false, gasUsed, output, logs: [] })
const saying = (text: string) =>
  encodeErrorResult({ abi: parseAbi(['error Error(string)']), errorName: 'Error', args: [text] })

describe('why a step of a trade failed', () => {
  it('is what the contract says, cleaned and bounded', () => {
    assert.equal(failureReason(outcome(saying('trading is paused')), 4_000_000n), 'trading is paused')
    assert.equal(failureReason(outcome(saying('pau\u202esed\u0000')), 4_000_000n), 'pau[U+202E]sed')
    assert.ok(failureReason(outcome(saying('x'.repeat(1_000))), 4_000_000n).length <= 200)
  })

  it('is told apart when nothing is said', () => {
    assert.equal(failureReason(outcome('0x'), 4_000_000n), 'it reverted without a reason')
    assert.equal(failureReason(outcome('0x', 3_999_000n), 4_000_000n), 'it used up all of its gas')
    assert.equal(failureReason(outcome('0x', 3_999_000n), undefined), 'it reverted without a reason')
  })

  it('a megabyte of it is read no further than it is shown', () => {
    const flood: Hex = `0x${'00'.repeat(1_048_576)}`
    assert.ok(failureReason(outcome(flood), 4_000_000n).length < 300)
  })

  it("an exchange's words hide the token's", () => {
    const masked = ['TransferHelper: TRANSFER_FROM_FAILED', 'UniswapV2: TRANSFER_FAILED', 'Pancake: TRANSFER_FAILED']
    for (const reason of [...masked, 'STF', 'TF', 'IIA', 'TransferHelper::transferFrom: transferFrom failed'])
      assert.equal(isMasked(reason), true, reason)
    for (const reason of ['paused', 'UniswapV2: K', 'it used up all of its gas']) assert.equal(isMasked(reason), false)
    assert.equal(isMasked(null), true)
  })
})
