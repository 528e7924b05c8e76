import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { decodeFunctionData, encodeAbiParameters, parseAbi, parseTransaction } from 'viem/utils'
import { dataFee } from './dataFee.ts'

const ORACLE = '0x420000000000000000000000000000000000000f'
const NODE_INTERFACE = '0x00000000000000000000000000000000000000c8'
const FROM: Address = `0x${'f0'.repeat(20)}`
const TO: Address = `0x${'70'.repeat(20)}`
const ABI = parseAbi([
  'function getL1Fee(bytes unsignedTransaction)',
  'function getOperatorFee(uint256 gasUsed)',
  'function gasEstimateL1Component(address to, bool contractCreation, bytes data)',
])
const BLOCK = { number: 1n, timestamp: 1n, gasLimit: 30_000_000n, baseFeePerGas: 7n } as PinnedBlock
const PLAIN = { chain: 'base', from: FROM, to: TO, value: 5n, data: '0xabcdef' } as unknown as Transaction

/** Asks a network whose contracts answer so by function; what they do not know they answer with nothing. */
async function feeOn(chain: Chain, transaction: Partial<Transaction>, answers: Record<string, readonly bigint[]>) {
  const asked: { to: Address; functionName: string; args: readonly unknown[] }[] = []
  const source = {
    chain,
    nonce: async () => 41,
    call: async (_: PinnedBlock, { to, data }: { to: Address; data: Hex }) => {
      const { functionName, args = [] } = decodeFunctionData({ abi: ABI, data })
      asked.push({ to, functionName, args })
      const words = answers[functionName]
      return words === undefined
        ? ('0x' as const)
        : encodeAbiParameters(
            words.map(() => ({ type: 'uint256' })),
            [...words],
          )
    },
  }
  const simulation = { gasUsed: 123_456n }
  const wanted = { transaction: { ...PLAIN, ...transaction } as Transaction, simulation }
  return { fee: await dataFee(source, BLOCK, wanted, AbortSignal.timeout(5_000)), asked }
}

describe('dataFee', () => {
  test('networks that publish nowhere are not asked', async () => {
    for (const chain of ['ethereum', 'bsc', 'polygon'] as const)
      assert.deepEqual(await feeOn(chain, {}, { getL1Fee: [9n] }), { fee: null, asked: [] })
  })

  test('a bundle and a user operation are published by others', async () => {
    for (const chain of ['base', 'arbitrum'] as const)
      for (const made of [{ calls: [] }, { userOperation: {} }] as unknown as Partial<Transaction>[])
        assert.deepEqual(await feeOn(chain, made, { getL1Fee: [9n] }), { fee: null, asked: [] })
  })

  for (const chain of ['base', 'optimism'] as const)
    describe(`on ${chain}`, () => {
      test('is what the oracle says, with the fee of the operator for the gas that was used', async () => {
        const { fee, asked } = await feeOn(chain, {}, { getL1Fee: [1_000n], getOperatorFee: [30n] })
        assert.equal(fee, 1_030n)
        assert.deepEqual(
          asked.map(({ to }) => to),
          [ORACLE, ORACLE],
        )
        assert.deepEqual(asked.find(({ functionName }) => functionName === 'getOperatorFee')?.args, [123_456n])
      })

      test('is that of publishing alone before Isthmus, and unknown where the oracle does not answer', async () => {
        assert.equal((await feeOn(chain, {}, { getL1Fee: [1_000n] })).fee, 1_000n)
        assert.equal((await feeOn(chain, {}, { getOperatorFee: [30n] })).fee, null)
        assert.equal((await feeOn(chain, {}, { getL1Fee: [0n] })).fee, 0n, 'zero is an answer')
      })
    })

  /** The transaction that the oracle is asked about. */
  const askedAbout = async (transaction: Partial<Transaction>) => {
    const { asked } = await feeOn('base', transaction, { getL1Fee: [1n] })
    const [bytes] = asked.find(({ functionName }) => functionName === 'getL1Fee')?.args ?? []
    return parseTransaction(bytes as Hex)
  }

  test('the oracle is asked about the bytes that would be signed', async () => {
    const given = { nonce: 7n, gas: 90_000n, maxFeePerGas: 100n, maxPriorityFeePerGas: 3n } as Partial<Transaction>
    assert.deepEqual(await askedAbout(given), {
      type: 'eip1559',
      chainId: 8_453,
      nonce: 7,
      to: TO,
      value: 5n,
      data: '0xabcdef',
      gas: 90_000n,
      maxFeePerGas: 100n,
      maxPriorityFeePerGas: 3n,
    })
  })

  test('what the caller leaves out is what a wallet would fill in', async () => {
    const { nonce, gas, maxFeePerGas, maxPriorityFeePerGas } = await askedAbout({})
    assert.deepEqual([nonce, gas, maxFeePerGas, maxPriorityFeePerGas ?? 0n], [41, 3_000_000n, 14n, 0n])
  })

  test('a creation and an access list are part of the bytes', async () => {
    assert.equal((await askedAbout({ to: null })).to, undefined)
    const accessList = [{ address: TO, storageKeys: [`0x${'0'.repeat(64)}` as const] }]
    assert.deepEqual((await askedAbout({ accessList } as Partial<Transaction>)).accessList, accessList)
  })

  describe('on Arbitrum', () => {
    test('is gas for publishing at the base fee', async () => {
      const { fee, asked } = await feeOn('arbitrum', {}, { gasEstimateL1Component: [2_000n, 10n, 99n] })
      assert.equal(fee, 20_000n)
      const [{ to, args } = assert.fail()] = asked
      assert.equal(to, NODE_INTERFACE)
      assert.deepEqual(
        args.map((one) => String(one).toLowerCase()),
        [TO, 'false', '0xabcdef'],
      )
    })

    test('a creation says so', async () => {
      const { asked } = await feeOn('arbitrum', { to: null }, { gasEstimateL1Component: [1n, 1n, 1n] })
      assert.deepEqual(
        asked[0]?.args.map((one) => String(one).toLowerCase()),
        [FROM, 'true', '0xabcdef'],
      )
    })

    test('is unknown where the node does not answer, or half of it', async () => {
      assert.equal((await feeOn('arbitrum', {}, {})).fee, null)
      assert.equal((await feeOn('arbitrum', {}, { gasEstimateL1Component: [2_000n] })).fee, null)
    })
  })
})
