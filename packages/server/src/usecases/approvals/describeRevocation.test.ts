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
    sender: 'account',
    authorization: null,
    alternative: null,
    fundingIsSwept: null,
    signing: null,
    permissions: [one],
    simulation: null,
    publishing: null,
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

test('who signs what of a delegation’s end, by its sender and by what is known of funding', () => {
  const authorization = { chainId: 1, address: TRADER, nonce: 8n }
  const own = of('undelegate', { authorization, fundingIsSwept: false })
  assert.match(own, /The account signs both: the transaction with nonce 7, .* and the authorization with nonce 8\.$/)
  const cases: [boolean | null, RegExp][] = [
    [true, /in simulation they are taken/],
    [null, /is not known/],
    [false, /what it has stays/],
  ]
  for (const [fundingIsSwept, words] of cases) {
    const sponsored = of('undelegate', { sender: 'sponsor', authorization, fundingIsSwept })
    assert.match(sponsored, /signs only the authorization, with its current nonce 8; another account signs/)
    assert.match(sponsored, words)
    assert.doesNotMatch(sponsored, /nonce 7/)
  }
})
