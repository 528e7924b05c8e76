import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address } from '../address.ts'
import type { BalanceChange } from '../facts/changes.ts'
import type { DecodedCall } from '../facts/decodedCall.ts'
import type { Transaction } from '../facts/transaction.ts'
import {
  change,
  ETHER,
  FRIEND,
  invoke,
  ROUTER,
  STRANGER,
  TRADER,
  UNKNOWN_CONTRACT,
  USDC,
  usdc,
} from '../testing/sampleFacts.ts'
import { deriveMovements } from './movements.ts'
import type { Payee } from './shapes.ts'

const DAI: Address = `0xda1${'0'.repeat(37)}`
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

describe('what one call takes beside a trade', () => {
  const dai = (of: typeof TRADER, amount: bigint) =>
    change(of, amount, {
      assetType: 'erc20',
      address: DAI,
      symbol: 'DAI',
      decimals: 6,
      changeUsd: Number(amount) / 1e6,
    })
  const POOL = UNKNOWN_CONTRACT
  /** Coins for DAI at a pool. */
  const trade = [
    change(TRADER, -ETHER, { changeUsd: -3_000 }),
    change(POOL, ETHER, { changeUsd: 3_000 }),
    dai(TRADER, 2_990_000_000n),
    dai(POOL, -2_990_000_000n),
  ]
  const taken = (...more: BalanceChange[]) =>
    deriveMovements({
      ...invoke(ROUTER, 'swap()', [], { value: ETHER }),
      steps: [],
      principals: [TRADER],
      payees: [],
      balanceChanges: [...trade, ...more],
    }).lost.find(({ address }) => address === USDC)?.returned
  const theft = [usdc(TRADER, -800_000_000n), usdc(STRANGER, 800_000_000n)]

  test('goes to an account that gives nothing: the trade pays for it no more than for itself', () => {
    assert.equal(taken(...theft), 'nothing')
    assert.equal(taken(...theft, dai(STRANGER, -1n)), 'nothing')
  })

  test('is a part of the trade where its taker gives something, or as a fee', () => {
    assert.equal(taken(...theft, dai(STRANGER, -790_000_000n), dai(TRADER, 790_000_000n)), 'value')
    assert.equal(taken(usdc(TRADER, -100_000_000n), usdc(STRANGER, 100_000_000n)), 'value')
  })
})
