import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { decodeFunctionData, parseAbi, parseTransaction } from 'viem/utils'
import { dataFeeOf } from './dataFee.ts'

const ABI = parseAbi(['function getL1Fee(bytes data) view returns (uint256)'])
const block = {} as PinnedBlock
const { signal } = new AbortController()
const transaction: Transaction = { from: `0x${'1'.repeat(40)}`, to: `0x${'2'.repeat(40)}`, value: 7n, data: '0xabcdef' }
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`

test('the predeploy is asked about the unsigned transaction', async () => {
  let asked: Hex = '0x'
  const callPredeploy = async (_: PinnedBlock, { to, data }: { to: Hex; data: Hex }) => {
    assert.equal(to, '0x420000000000000000000000000000000000000f')
    asked = decodeFunctionData({ abi: ABI, data }).args[0]
    return word(123n)
  }
  assert.deepEqual(await dataFeeOf({ callPredeploy }, { chain: 'base', block, transaction }, signal), {
    fee: 123n,
    missing: false,
  })
  const { chainId, to, value, data } = parseTransaction(asked as `0x02${string}`)
  assert.deepEqual({ chainId, to, value, data }, { chainId: 8453, to: transaction.to, value: 7n, data: '0xabcdef' })
})

test('no answer, and an answer that is no word, are a missing fee', async () => {
  for (const answer of ['0x', '0x01', `${word(1n)}00`] as Hex[])
    assert.deepEqual(
      await dataFeeOf({ callPredeploy: async () => answer }, { chain: 'base', block, transaction }, signal),
      { fee: null, missing: true },
    )
  const callPredeploy = () => Promise.reject(new Error('reverted'))
  const { missing } = await dataFeeOf({ callPredeploy }, { chain: 'base', block, transaction }, signal)
  assert.equal(missing, true)
})

test('nothing is asked where the network has no such fee, nor for a bundle', async () => {
  const callPredeploy = () => assert.fail()
  for (const one of [
    { chain: 'ethereum', transaction },
    { chain: 'base', transaction: { ...transaction, calls: [] } },
  ] as const)
    assert.deepEqual(await dataFeeOf({ callPredeploy }, { ...one, block }, signal), { fee: null, missing: false })
})
