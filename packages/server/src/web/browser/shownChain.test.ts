import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plausibleAnswer, withHoldings } from './pageWallet.ts'

const ACCOUNT = `0x${'ab'.repeat(20)}` as const
const balanceOf = (owner: string) => [
  { to: `0x${'cd'.repeat(20)}`, data: `0x70a08231${owner.slice(2).padStart(64, '0')}` },
  'latest',
]
const EMPTY = `0x${'0'.repeat(64)}`

test('the account is a person’s: it has coins, tokens and no code', () => {
  assert.ok(BigInt(String(plausibleAnswer('eth_getBalance', [ACCOUNT], ACCOUNT))) > 10n ** 18n)
  assert.ok(BigInt(String(plausibleAnswer('eth_call', balanceOf(ACCOUNT), ACCOUNT))) > 10n ** 9n)
  assert.equal(plausibleAnswer('eth_getCode', [ACCOUNT], ACCOUNT), '0x')
})

test('nothing is made up for what is not known', () => {
  assert.equal(plausibleAnswer('eth_getLogs', [], ACCOUNT), undefined)
})

test('what the chain says stays, except that the account is not empty', () => {
  const shown = (method: string, params: unknown[], answer: unknown) => withHoldings(method, params, ACCOUNT, answer)
  assert.notEqual(shown('eth_getBalance', [ACCOUNT], '0x0'), '0x0')
  assert.notEqual(shown('eth_call', balanceOf(ACCOUNT), EMPTY), EMPTY)
  assert.equal(shown('eth_getBalance', [ACCOUNT], '0x7'), '0x7')
  assert.equal(shown('eth_getBalance', [`0x${'11'.repeat(20)}`], '0x0'), '0x0')
  assert.equal(shown('eth_call', balanceOf(`0x${'11'.repeat(20)}`), EMPTY), EMPTY)
  assert.equal(shown('eth_getCode', [ACCOUNT], '0x'), '0x')
  assert.equal(shown('eth_call', [null], EMPTY), EMPTY)
})
