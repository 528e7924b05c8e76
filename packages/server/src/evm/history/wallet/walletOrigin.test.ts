import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { WalletTransaction } from '@redoubt/risk/facts/walletHistory.ts'
import type { Movement } from './historyAnswer.ts'
import { walletOrigin } from './walletOrigin.ts'

const WALLET: Address = `0x${'aa'.repeat(20)}`
const PAYER: Address = `0x${'bb'.repeat(20)}`
const BANK: Address = `0x${'cc'.repeat(20)}`
const hash = (block: bigint): Hex => `0x${block.toString(16).padStart(64, '0')}`

const row = (block: bigint, from: Address, to: Address, value = 5n): WalletTransaction => ({
  hash: hash(block),
  blockNumber: block,
  timestamp: Number(block) * 12,
  from,
  to,
  value,
  selector: null,
  success: true,
})
const paid = (block: bigint) => row(block, PAYER, WALLET)
const sent = (block: bigint) => row(block, WALLET, BANK)
const inside = (block: bigint): Movement => ({
  hash: hash(block),
  blockNumber: block,
  timestamp: Number(block) * 12,
  from: BANK,
  to: WALLET,
  amount: 7n,
  assetType: 'native',
  token: null,
  tokenId: null,
})
const begun = (
  transactions: WalletTransaction[],
  internals: Movement[] = [],
  [whole, all]: [boolean, boolean] = [true, true],
) =>
  walletOrigin(WALLET, {
    transactions: { rows: transactions, complete: whole },
    internals: { rows: internals, complete: all },
  })

describe('how a wallet began', () => {
  it('is the first payment, and who made it', () => {
    const { firstSeen, funding } = begun([sent(9n), paid(8n), sent(7n), paid(5n)])
    assert.deepEqual([firstSeen?.blockNumber, funding?.from, funding?.blockNumber], [5n, PAYER, 5n])
  })
  it('may be a payment inside a transaction', () => {
    const { funding } = begun([sent(9n), paid(8n)], [inside(4n)])
    assert.deepEqual([funding?.from, funding?.value], [BANK, 7n])
  })
  it('is no failed payment', () => {
    const { funding } = begun([paid(8n), { ...paid(5n), success: false }])
    assert.equal(funding?.blockNumber, 8n)
  })
  it('is nothing of a wallet that never was', () => {
    assert.deepEqual(begun([]), { firstSeen: null, funding: null })
  })
  it('is not known of a wallet that could pay before its first known payment', () => {
    assert.deepEqual(begun([paid(9n), sent(3n)]), {})
    assert.deepEqual(begun([sent(3n)]), {})
  })
  it('is known by the oldest rows alone', () => {
    const { firstSeen, funding } = begun([sent(9n), paid(5n)], [inside(8n)], [false, false])
    assert.deepEqual([firstSeen?.blockNumber, funding?.from], [5n, PAYER])
  })
  it('is not known by rows that end before the other list begins', () => {
    assert.deepEqual(begun([paid(9n)], [], [true, false]), {})
    assert.deepEqual(begun([], [], [false, true]), {})
    assert.deepEqual(begun([paid(6n), row(5n, PAYER, WALLET, 0n)], [inside(9n)], [false, true]).funding?.from, PAYER)
  })
})
