import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FRIEND, STRANGER, TRADER, USDC } from '../testing/sampleFacts.ts'
import { shortAddress } from '../wording/accountNames.ts'
import { describeTakenAsset } from './permissions.ts'

test('what may be taken is called yours only where it is', () => {
  assert.equal(describeTakenAsset({ own: true, owner: TRADER, symbol: 'USDC', token: USDC }), 'your USDC')
  const theirs = describeTakenAsset({ own: false, owner: FRIEND, symbol: 'USDC', token: USDC })
  assert.equal(theirs, `USDC of ${shortAddress(FRIEND)}, which is not you`)
  const unnamed = describeTakenAsset({ own: false, owner: FRIEND, symbol: null, token: STRANGER })
  assert.match(unnamed, /^tokens of the contract 0x.* of 0x.*, which is not you$/)
})
