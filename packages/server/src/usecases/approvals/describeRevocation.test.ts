import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Revocation, RevocationMethod, RevokedPermission } from '@redoubt/risk/facts/revocationFacts.ts'
import { NFT, STRANGER, TRADER, USDC } from '@redoubt/risk/testing/sampleFacts.ts'
import { describeRevocation } from './describeRevocation.ts'

const one: RevokedPermission = {
  standard: 'erc20',
  token: USDC,
  spender: STRANGER,
  tokenId: null,
  symbol: 'US"D”C',
  decimals: 6,
  unlimited: true,
  before: 1n,
  after: 0n,
}
const of = (method: RevocationMethod, more: Partial<Revocation> = {}): string =>
  describeRevocation({
    method,
    to: USDC,
    data: '0x',
    authorization: null,
    permissions: [one],
    simulation: null,
    ...more,
  })

test('each method has its sentence, with the token’s own words in quotation marks', () => {
  assert.match(of('approve'), /^Sets the allowance of 0x57\w+ over “USDC” to zero\.$/i)
  assert.match(of('approve-one'), /one base unit/)
  assert.match(of('decreaseAllowance'), /rejects a zero allowance/)
  assert.match(
    of('setApprovalForAll', { permissions: [{ ...one, standard: 'erc721', token: NFT, symbol: null }] }),
    /every item of 0x0f7/i,
  )
  assert.match(of('approve', { permissions: [{ ...one, standard: 'erc721', tokenId: 7n }] }), /for item 7 of “USDC”/)
  assert.match(of('lockdown'), /^Ends the allowance of 0x57\w+ over “USDC” in Permit2\.$/i)
  assert.match(of('lockdown', { permissions: [one, one] }), /Ends 2 allowances in Permit2/)
  const about = { token: USDC, spender: STRANGER }
  assert.match(
    of('invalidateNonces', { permissions: [], about }),
    /Permit2 signatures that let 0x57\w+ take the token 0x05dc\w+/i,
  )
})

test('the nonce of a delegation’s end is told for both who may send it', () => {
  const authorization = { chainId: 1, address: TRADER, nonce: 8n }
  assert.match(
    of('undelegate', { authorization }),
    /with nonce 7; if another account sends it, the authorization needs that nonce/,
  )
})
