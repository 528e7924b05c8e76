import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { acceptableFees, gasCeiling, offeredFees, rejectionReason } from './admission.ts'
import { hardforkAt, nextBaseFee, nextBlock } from './engine/hardfork.ts'

const GWEI = 1_000_000_000n
const block = (members: Partial<PinnedBlock> = {}): PinnedBlock => ({
  chain: 'ethereum',
  number: 1n,
  hash: '0x01',
  timestamp: 1n,
  baseFeePerGas: 100n * GWEI,
  gasLimit: 30_000_000n,
  gasUsed: 15_000_000n,
  coinbase: '0x01',
  prevRandao: '0x01',
  ...members,
})
const transaction = { from: '0x01', to: null, value: 0n, data: '0x' } as const

describe('nextBaseFee (EIP-1559)', () => {
  it('moves by at most an eighth towards the target', () => {
    assert.equal(nextBaseFee(block()), 100n * GWEI)
    assert.equal(nextBaseFee(block({ gasUsed: 30_000_000n })), 112_500_000_000n)
    assert.equal(nextBaseFee(block({ gasUsed: 0n })), 87_500_000_000n)
  })
  it('moves slower on Polygon, not at all without a base fee or without knowing the gas used', () => {
    assert.equal(nextBaseFee(block({ chain: 'polygon', gasUsed: 0n })), 98_437_500_000n)
    assert.equal(nextBaseFee(block({ chain: 'bsc', baseFeePerGas: 0n, gasUsed: 0n })), 0n)
    const { gasUsed: _, ...unknown } = block()
    assert.equal(nextBaseFee(unknown), 100n * GWEI)
  })
})

describe('fees', () => {
  it('are the transaction’s own, else the base fee and a gwei', () => {
    assert.deepEqual(offeredFees({ ...transaction, gasPrice: 5n }, 3n), { cap: 5n, tip: null })
    assert.deepEqual(offeredFees({ ...transaction, maxFeePerGas: 9n, maxPriorityFeePerGas: 1n }, 3n), {
      cap: 9n,
      tip: 1n,
    })
    assert.deepEqual(offeredFees(transaction, 3n), { cap: 3n + GWEI, tip: null })
  })
  it('are replaced only where the next block refuses them', () => {
    assert.deepEqual(acceptableFees({ cap: 9n, tip: 1n }, 3n), { cap: 9n, tip: 1n })
    assert.deepEqual(acceptableFees({ cap: 2n, tip: 1n }, 3n), { cap: 3n + GWEI, tip: null })
  })
})

describe('rules', () => {
  it('are those of the block', () => {
    assert.equal(hardforkAt('ethereum', 12_965_000n, 1_628_166_822n), 'london')
    assert.equal(hardforkAt('ethereum', 19_426_587n, 1_710_338_135n), 'cancun')
    assert.equal(hardforkAt('ethereum', 300n, 1_780_000_000n), 'osaka', 'a sandbox chain has low numbers')
    assert.equal(hardforkAt('polygon', 300n, 1_780_000_000n), 'prague')
  })
  it('cap the gas by fork, block and configuration', () => {
    assert.equal(gasCeiling(block(), 'osaka', 30_000_000n), 16_777_216n)
    assert.equal(gasCeiling(block({ gasLimit: 45_000_000n }), 'prague', 30_000_000n), 30_000_000n)
    assert.equal(gasCeiling(block({ gasLimit: 8_000_000n }), 'prague', 30_000_000n), 8_000_000n)
  })
})

describe('blobs (EIP-4844)', () => {
  const hash = `0x01${'00'.repeat(31)}` as const
  const to = `0x${'11'.repeat(20)}` as const
  const sender = { balance: 10n ** 18n, nonce: 0n, code: '0x' } as const
  const fees = { cap: 1_000n * GWEI, tip: null }
  const reason = (more: Partial<Transaction>, hardfork = 'prague') =>
    rejectionReason({ ...transaction, to, ...more }, sender, nextBlock(block()), fees, hardfork)

  it('are counted, versioned, and sent to a receiver', () => {
    assert.equal(reason({ blobVersionedHashes: [hash] }), null)
    assert.equal(reason({ blobVersionedHashes: Array(9).fill(hash) }), null)
    assert.match(reason({ blobVersionedHashes: Array(10).fill(hash) }) ?? '', /10 blobs are more than the 9/)
    assert.match(reason({ blobVersionedHashes: Array(7).fill(hash) }, 'osaka') ?? '', /more than the 6/)
    assert.match(reason({ blobVersionedHashes: [] }) ?? '', /at least one blob/)
    assert.match(reason({ maxFeePerBlobGas: 1n }) ?? '', /at least one blob/)
    assert.match(reason({ blobVersionedHashes: [`0x02${hash.slice(4)}`] }) ?? '', /begins with 0x01/)
    assert.match(reason({ to: null, blobVersionedHashes: [hash] }) ?? '', /creates no contract/)
    assert.match(reason({ blobVersionedHashes: [hash] }, 'shanghai') ?? '', /no blob transactions yet/)
  })
})
