import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import { decodeAbiParameters, parseEther } from 'viem/utils'
import { baitCalls, hashOf, phraseOf, pricesOf } from './baitCalls.ts'

const PAYER = '0x7e57ed00c01a5000000000000000000000000003'
const PHRASE = phraseOf(PAYER)

function made(args: string, change: Partial<ContractFunction> = {}): ContractFunction {
  return {
    selector: '0xc0ffee00',
    signature: null,
    arguments: args,
    mutability: 'payable',
    reads: [],
    writes: [],
    gated: false,
    gatedBy: [],
    balanceWrites: [],
    asks: [],
    sendsNative: true,
    ...change,
  }
}

describe('calls that a victim would make', () => {
  test('a call without arguments is made once, with numbers once for each', () => {
    const values = { account: PAYER, numbers: [3n, 4n], phrase: PHRASE } as const
    assert.equal(baitCalls(made(''), values).length, 1)
    assert.deepEqual(
      baitCalls(made('address,uint8'), values).map(({ args, number }) => [args, number]),
      [
        [[PAYER, '3'], 3n],
        [[PAYER, '4'], 4n],
      ],
    )
  })

  test('a phrase and its hash fit each other', () => {
    const values = { account: PAYER, numbers: [hashOf(PHRASE)], phrase: PHRASE } as const
    const [hash] = baitCalls(made('uint256'), values)
    const [phrase] = baitCalls(made('bytes'), values)
    assert.ok(hash && phrase)
    const read = (data: string) => `0x${data.slice(10)}` as const
    assert.deepEqual(decodeAbiParameters([{ type: 'uint256' }], read(hash.data)), [hashOf(PHRASE)])
    assert.deepEqual(decodeAbiParameters([{ type: 'bytes' }], read(phrase.data)), [PHRASE])
  })

  test('types that no call can have give no call', () => {
    assert.deepEqual(baitCalls(made('uint257'), { account: PAYER, numbers: [0n], phrase: PHRASE }), [])
  })

  test('prices stand in the code and in storage; times, accounts and counters are none', () => {
    const compared = { words: [], wei: [parseEther('0.5'), parseEther('0.5') + 1n], hashes: false }
    const words = [7n, BigInt(PAYER), 1_700_000_000n, parseEther('0.02')]
    const prices = pricesOf(made('', { compared }), words)
    assert.deepEqual(prices, [parseEther('0.5') + 1n, parseEther('0.5'), parseEther('0.02'), parseEther('1')])
  })
})
