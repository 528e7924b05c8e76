import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshAccount } from './freshAccount.ts'

const HASH = `0x${'ab'.repeat(32)}` as const
const TOKEN = `0x${'cd'.repeat(20)}` as const

test('a fresh account is the same in every scan of a block, and another for everything else', () => {
  const account = freshAccount(HASH, TOKEN, 'buyer')
  assert.match(account, /^0x[0-9a-f]{40}$/)
  assert.equal(freshAccount(HASH, TOKEN, 'buyer'), account)
  const others = [
    freshAccount(`0x${'ac'.repeat(32)}`, TOKEN, 'buyer'),
    freshAccount(HASH, `0x${'ce'.repeat(20)}`, 'buyer'),
    freshAccount(HASH, TOKEN, 'seller'),
  ]
  assert.equal(new Set([account, ...others]).size, 4)
})
