import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { WalletTransfer } from '@redoubt/risk/facts/walletHistory.ts'
import { EVENTS } from '../decode/emittedLogs.ts'
import type { ChainLog } from '../rpc/chainSource.ts'
import { assetsMoved } from './assetsMoved.ts'

const WALLET: Address = `0x${'aa'.repeat(20)}`
const OTHER: Address = `0x${'bb'.repeat(20)}`
const TOKEN: Address = `0x${'70'.repeat(20)}`
const PICTURES: Address = `0x${'71'.repeat(20)}`
const word = (value: Hex | bigint): Hex =>
  `0x${(typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0')}`
const hash = (at: number): Hex => word(BigInt(at))
const log = (address: Address, topics: (Hex | bigint)[], at: number, data: Hex = '0x'): ChainLog => ({
  address,
  topics: topics.map((topic) => word(topic)),
  data,
  blockNumber: BigInt(at),
  transactionHash: hash(at),
  logIndex: 0,
})
const moved = (logs: ChainLog[], transfers: WalletTransfer[] = []) => assetsMoved(WALLET, { transfers, logs })

describe('assets that moved', () => {
  test('a token that came twice and left once, the newest transaction first, and which one brought it', () => {
    const coins = (from: Address, to: Address, at: number) => log(TOKEN, [EVENTS.Transfer, from, to], at, word(5n))
    assert.deepEqual(moved([coins(OTHER, WALLET, 4), coins(WALLET, OTHER, 9), coins(OTHER, WALLET, 2)]), [
      { token: TOKEN, standard: 'erc20', tokenIds: [], movedBy: [hash(9), hash(4), hash(2)], broughtBy: hash(2) },
    ])
  })

  test('ids of a collection are those that came, whether or not they left', () => {
    const piece = (from: Address, to: Address, id: bigint, at: number) =>
      log(PICTURES, [EVENTS.Transfer, from, to, id], at)
    const [pictures] = moved([piece(OTHER, WALLET, 1n, 1), piece(OTHER, WALLET, 2n, 2), piece(WALLET, OTHER, 1n, 3)])
    assert.deepEqual([pictures?.standard, pictures?.tokenIds], ['erc721', [2n, 1n]])
  })

  test('editions of a batch', () => {
    const data = [64n, 160n, 2n, 7n, 8n, 2n, 20n, 1n].map((value) => word(value).slice(2)).join('')
    const [items] = moved([log(PICTURES, [EVENTS.TransferBatch, OTHER, OTHER, WALLET], 5, `0x${data}`)])
    assert.deepEqual([items?.standard, items?.tokenIds], ['erc1155', [7n, 8n]])
  })

  test('what only left, as a forged log says, has no transaction that brought it', () => {
    const [token] = moved([log(TOKEN, [EVENTS.Transfer, WALLET, OTHER], 3, word(1n))])
    assert.deepEqual([token?.broughtBy, token?.movedBy], [null, [hash(3)]])
  })

  test('the history tells the same, its coins left out, and both together name nothing twice', () => {
    const transfer: WalletTransfer = {
      hash: hash(4),
      blockNumber: 4n,
      timestamp: null,
      direction: 'in',
      counterparty: OTHER,
      assetType: 'erc20',
      token: TOKEN,
      tokenId: null,
      amount: 5n,
      genuine: false,
    }
    const coin: WalletTransfer = { ...transfer, assetType: 'native', token: null }
    const logs = [log(TOKEN, [EVENTS.Transfer, OTHER, WALLET], 4, word(5n))]
    assert.deepEqual(moved(logs, [transfer, coin]), moved(logs))
    assert.deepEqual(moved([], [coin]), [])
  })

  test('logs between strangers and of other events say nothing', () => {
    assert.deepEqual(
      moved([log(TOKEN, [EVENTS.Transfer, OTHER, OTHER], 1, word(1n)), log(TOKEN, [word(9n), WALLET, WALLET], 2)]),
      [],
    )
  })
})
