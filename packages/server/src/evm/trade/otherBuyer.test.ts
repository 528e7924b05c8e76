import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshAccount } from './freshAccount.ts'
import { initialBalanceOf, otherBuyer } from './pockets.ts'

const COIN = 10n ** 18n

test('of two buyers one has more than a coin, and the other has many times less or more', () => {
  for (let block = 0; block < 50; block++) {
    const hash = `0x${block.toString(16).padStart(64, '0')}` as const
    const fresh = (name: string) => freshAccount(hash, `0x${'11'.repeat(20)}`, name)
    const [own, other] = [initialBalanceOf(fresh('buyer')), initialBalanceOf(otherBuyer({ fresh }))]
    assert.ok(own >= COIN ? other * 5n < COIN : other > 5n * COIN, `${own} ${other}`)
  }
})
