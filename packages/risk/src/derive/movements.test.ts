import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DecodedCall } from '../facts/decodedCall.ts'
import type { Transaction } from '../facts/transaction.ts'
import { change, FRIEND, invoke, ROUTER, TRADER, UNKNOWN_CONTRACT, USDC, usdc } from '../sampleFacts.ts'
import { deriveMovements } from './movements.ts'
import type { Payee } from './shapes.ts'

const step = invoke(UNKNOWN_CONTRACT, 'deposit(uint256)', [100n]).decodedCall as DecodedCall
const bundle: Transaction = { from: TRADER, to: null, value: 0n, data: '0x', calls: [] }
const shares = (issuer: typeof ROUTER) =>
  change(TRADER, 100n, { assetType: 'erc20', address: issuer, symbol: 'vUSDC', decimals: 6 })
const moved = (changes: ReturnType<typeof usdc>[], payees: Payee[] = []) =>
  deriveMovements({ transaction: bundle, steps: [step], principals: [TRADER], payees, balanceChanges: changes }).lost

describe('what several calls move', () => {
  test('a deposit is paid to who issues its shares, and taken by others', () => {
    const [paid] = moved([usdc(TRADER, -100n), usdc(UNKNOWN_CONTRACT, 100n), shares(UNKNOWN_CONTRACT)])
    assert.equal(paid?.how, 'paid')
    const [taken] = moved([usdc(TRADER, -100n), usdc(UNKNOWN_CONTRACT, 100n), shares(ROUTER)])
    assert.equal(taken?.how, 'taken')
  })

  test('who is plainly paid takes no part of a deposit beside it, unless more reaches it', () => {
    const toFriend: Payee[] = [{ address: FRIEND, asset: USDC, tokenId: null, amount: 30n }]
    const takers = (more: bigint) =>
      moved([usdc(TRADER, -130n), usdc(UNKNOWN_CONTRACT, 100n - more), usdc(FRIEND, 30n + more)], toFriend).map(
        (loss) => [loss.amount, loss.takers],
      )
    assert.deepEqual(takers(0n), [
      [100n, [UNKNOWN_CONTRACT]],
      [30n, [FRIEND]],
    ])
    assert.deepEqual(takers(5n)[0], [100n, [UNKNOWN_CONTRACT, FRIEND]])
  })
})
