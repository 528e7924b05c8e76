import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenBefore } from './givenBefore.ts'
import type { PageWalletRequest } from './pageWallet.ts'

const account = `0x${'ab'.repeat(20)}` as const
const [TOKEN, SPENDER, CODE] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`, `0x${'33'.repeat(20)}`]
const word = (hex: string) => hex.padStart(64, '0')
const request = (method: string, ...params: unknown[]): PageWalletRequest => ({
  method,
  params,
  chain: 'ethereum',
  origin: 'https://a.example/',
})
const sends = (more: object) => request('eth_sendTransaction', { from: account, ...more })
const call = (selector: string, amount: string) => `0x${selector}${word(SPENDER.slice(2))}${word(amount)}`
const given = (...earlier: PageWalletRequest[]) => givenBefore(earlier, account, 'ethereum')
const APPROVED = [{ token: TOKEN, to: SPENDER }]

test('approvals of every kind are given, once, and one of nothing is not', () => {
  for (const selector of ['095ea7b3', '39509351', 'a22cb465'])
    assert.deepEqual(given(sends({ to: TOKEN, data: call(selector, '1') })).approvals, APPROVED, selector)
  assert.deepEqual(given(sends({ to: TOKEN, data: call('095ea7b3', '0') })).approvals, [])
  const twice = sends({ to: TOKEN, input: call('095ea7b3', 'ff') })
  assert.deepEqual(given(twice, twice).approvals, APPROVED)
  const bundle = request('wallet_sendCalls', { calls: [{ to: CODE }, { to: TOKEN, data: call('095ea7b3', '1') }] })
  assert.deepEqual(given(bundle).approvals, APPROVED)
  const permit = { domain: { verifyingContract: TOKEN }, message: { spender: SPENDER, value: '5' } }
  assert.deepEqual(given(request('eth_signTypedData_v4', account, JSON.stringify(permit))).approvals, APPROVED)
})

test('the last delegation counts: by transaction or by a signed authorization, until it is taken back', () => {
  const delegates = (address: string) => sends({ to: account, authorizationList: [{ chainId: '0x1', address }] })
  assert.equal(given(delegates(CODE)).delegate, CODE)
  assert.equal(given(request('wallet_signAuthorization', { contractAddress: SPENDER })).delegate, SPENDER)
  assert.equal(given(delegates(CODE), delegates(SPENDER)).delegate, SPENDER)
  assert.equal(given(delegates(CODE), delegates(`0x${'0'.repeat(40)}`)).delegate, null)
  const signed = sends({ to: CODE, authorizationList: [{ address: CODE, r: '0x1', s: '0x2' }] })
  assert.equal(given(signed).delegate, null)
})

test('what a payment, a sign-in, another network and no wallet’s words give is nothing', () => {
  const nothing = { approvals: [], delegate: null }
  assert.deepEqual(given(sends({ to: CODE, value: '0x1' }), request('personal_sign', '0x00', account)), nothing)
  const elsewhere = sends({ to: TOKEN, data: call('095ea7b3', '1'), chainId: '0x89' })
  assert.deepEqual(given(elsewhere), nothing)
  assert.deepEqual(
    given(
      request('eth_sendTransaction', null),
      request('eth_signTypedData_v4', account, '{'),
      sends({ authorizationList: [null] }),
    ),
    nothing,
  )
})
