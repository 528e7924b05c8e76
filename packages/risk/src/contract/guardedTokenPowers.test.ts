import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GuardedTokenPower } from '../facts/guardedTokenPower.ts'
import { isHiddenPower } from './guardedTokenPowers.ts'

const power: GuardedTokenPower = {
  selector: '0xcafe0001',
  signature: 'setFee(uint256)',
  guards: [{ by: 'caller', holder: `0x${'aa'.repeat(20)}` }],
  holders: [],
  anyCall: false,
  effect: 'taxes',
  of: 'all-holders',
  taxPercent: 30,
  asIs: true,
  executed: false,
} as unknown as GuardedTokenPower
const isHidden = (more: Partial<GuardedTokenPower>) => isHiddenPower({ ...power, ...more })

test('a plain name says what a mild fee, a list or a pause that was not executed does', () => {
  for (const signature of ['setFee(uint256)', 'sell_fees(uint256)', 'updateMaxWallet(uint256)', 'setTaxes(uint256)'])
    assert.equal(isHidden({ signature }), false, signature)
  assert.equal(isHidden({ signature: 'pause()', effect: 'stops', taxPercent: null }), false)
  assert.equal(
    isHidden({
      signature: 'blacklist(address)',
      effect: 'stops',
      of: 'named-holder',
      taxPercent: null,
      executed: true,
    }),
    false,
  )
})

test('no name excuses sales that stop or cost nearly all in an execution', () => {
  assert.equal(isHidden({ signature: 'setFee(uint256)', effect: 'stops', taxPercent: null, executed: true }), true)
  assert.equal(isHidden({ signature: 'setFee(uint256)', taxPercent: 95, executed: true }), true)
  assert.equal(isHidden({ signature: 'setFee(uint256)', taxPercent: 30, executed: true }), false)
})

test('a word inside another is no plain name', () => {
  for (const signature of [
    'buyCoffee(uint256)',
    'syntax(uint256)',
    'setPriceFeed(uint256)',
    'climax(uint256)',
    'go(tax)',
  ])
    assert.equal(isHidden({ signature }), true, signature)
})
