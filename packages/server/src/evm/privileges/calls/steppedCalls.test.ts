import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { word } from '../../trade/trader.ts'
import { steppedCalls } from './steppedCalls.ts'
import type { AcceptedCall } from './tried.ts'

const account: Address = `0x${'ab'.repeat(20)}`
const none = { reads: [], writes: [], gated: true, gatedBy: [], balanceWrites: [], asks: [], sendsNative: false }
const taxes = (sellTax: number) => ({ buyTax: 0, transferTax: 0, sellTax })

function call(number: bigint | null): AcceptedCall {
  const args = number === null ? [] : [number.toString()]
  const data = `0x01020304${number === null ? '' : word(number)}` as const
  return {
    target: {
      address: account,
      functions: [],
      complete: true,
      candidates: [],
      inSlot: new Map(),
      roles: [],
      fixed: [],
      refusesUnnamed: false,
    },
    made: { ...none, selector: '0x01020304', signature: null, arguments: '', mutability: 'nonpayable' },
    caller: { address: account, by: 'owner()', role: 'owner', named: true },
    way: { data, args, value: 0n, number, group: '', names: false, flag: null },
    call: { from: account, to: account, value: 0n, data },
  }
}
const argsOf = (chains: readonly (readonly AcceptedCall[])[]) =>
  chains.map((chain) => chain.map(({ way }) => way.args.join()))

describe('calls that are made several times', () => {
  it('a fee that may rise to a multiple of itself rises by the highest number that was accepted', () => {
    const lower = { calls: [call(1n)], before: taxes(1), after: taxes(0) }
    const highest = { calls: [call(100n)], before: taxes(1), after: taxes(1) }
    assert.deepEqual(argsOf(steppedCalls([lower, highest])), [
      ['200', '400', '800'],
      ['200', '400', '800', '1600', '3200', '6400'],
    ])
  })

  it('what takes any number needs no steps', () => {
    const any = { calls: [call(2n ** 255n)], before: taxes(0), after: taxes(1) }
    assert.deepEqual(steppedCalls([any]), [])
  })

  it('what takes nothing may count its calls', () => {
    const idle = { calls: [call(null)], before: taxes(0), after: taxes(0) }
    assert.deepEqual(
      steppedCalls([idle]).map((chain) => chain.length),
      [3, 6],
    )
  })

  it('a number that moved no tax is left alone, and so are two calls', () => {
    const still = { calls: [call(100n)], before: taxes(1), after: taxes(1) }
    const both = { calls: [call(null), call(null)], before: taxes(1), after: taxes(1) }
    assert.deepEqual(steppedCalls([still, both]), [])
  })
})
