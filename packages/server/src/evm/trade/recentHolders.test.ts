import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ChainLog } from '../rpc/chainSource.ts'
import { receiversIn } from './recentHolders.ts'
import { word } from './trader.ts'

const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const at = (digits: number): Address => `0x${(0xabc000 + digits).toString(16).padStart(40, '0')}`
const POOL = at(1)
const TEAM = at(2)

const TOKEN = at(3)
const SWAP: Hex = '0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822'

const transfer = (from: Address, to: Address, index: number) =>
  ({
    address: TOKEN,
    topics: [TRANSFER, `0x${word(BigInt(from))}`, `0x${word(BigInt(to))}`],
    blockNumber: BigInt(index),
    transactionHash: `0x${word(BigInt(index))}`,
  }) as unknown as ChainLog
const swap = (index: number) => ({ ...transfer(POOL, TOKEN, index), address: POOL, topics: [SWAP] }) as ChainLog
const found = (logs: readonly ChainLog[], pool?: Address) =>
  receiversIn(logs, { token: TOKEN, pool, left: new Set(pool === undefined ? [] : [pool]) }).map(
    ({ address }) => address,
  )

describe('who is asked to sell', () => {
  const buyers = Array.from({ length: 5 }, (_, index) => at(100 + index))
  const socks = Array.from({ length: 40 }, (_, index) => at(200 + index))
  const bought = buyers.flatMap((buyer, index) => [transfer(POOL, buyer, index), swap(index)])

  it('buyers come before receivers of gifts, who are few', () => {
    const logs = [...bought, ...socks.map((sock) => transfer(TEAM, sock, 99))]
    assert.deepEqual(found(logs, POOL), [...buyers.toReversed(), ...socks.slice(-2).toReversed()])
  })

  it('without a pool no giver fills the list alone, either', () => {
    const logs = [
      ...bought.filter(({ address }) => address === TOKEN),
      ...socks.map((sock) => transfer(TEAM, sock, 99)),
    ]
    assert.equal(found(logs).length, 4)
  })

  it('a claimed buyer counts as a receiver of gifts', () => {
    const logs = [...bought, ...socks.map((sock) => transfer(POOL, sock, 99))]
    assert.deepEqual(found(logs, POOL), [...buyers.toReversed(), ...socks.slice(-2).toReversed()])
  })

  it('a purchase counts for its last receivers, whatever else the token logs within it', () => {
    const [buyer = TEAM] = buyers
    const logs = [...socks.map((sock) => transfer(POOL, sock, 7)), transfer(POOL, buyer, 7), swap(7)]
    assert.deepEqual(found(logs, POOL).slice(0, 2), [buyer, socks.at(-1)])
    assert.equal(found(logs, POOL).length, 4)
  })
})
