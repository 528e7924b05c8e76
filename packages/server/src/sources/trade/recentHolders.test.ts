import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Address, Hex } from '../../risk/facts.ts'
import type { ChainLog } from '../chain/chainSource.ts'
import { receiversIn } from './recentHolders.ts'
import { word } from './words.ts'

const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const at = (digits: number): Address => `0x${(0xabc000 + digits).toString(16).padStart(40, '0')}`
const POOL = at(1)
const TEAM = at(2)

const transfer = (from: Address, to: Address, index: number) =>
  ({
    topics: [TRANSFER, `0x${word(BigInt(from))}`, `0x${word(BigInt(to))}`],
    blockNumber: BigInt(index),
  }) as unknown as ChainLog

describe('who is asked to sell', () => {
  const buyers = Array.from({ length: 5 }, (_, index) => at(100 + index))
  const socks = Array.from({ length: 40 }, (_, index) => at(200 + index))
  const logs = [...buyers.map((buyer) => transfer(POOL, buyer, 1)), ...socks.map((sock) => transfer(TEAM, sock, 2))]

  it('those who bought come before those to whom somebody just gave tokens, of whom there are few', () => {
    const found = receiversIn(logs, POOL, new Set([POOL])).map(({ address }) => address)
    assert.deepEqual(found, [...buyers.toReversed(), ...socks.slice(-2).toReversed()])
  })

  it('without a pool nobody fills the list alone, either', () => {
    assert.equal(receiversIn(logs, undefined, new Set()).length, 4)
  })
})
