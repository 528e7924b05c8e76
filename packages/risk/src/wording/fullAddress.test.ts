import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fullAddress, nameAccount, shortAddress } from './accountNames.ts'

test('look-alikes have the same ends and differ when written in full', () => {
  const genuine = `0xabc1${'1'.repeat(32)}7890` as const
  const bait = `0xabc1${'2'.repeat(32)}7890` as const
  assert.equal(shortAddress(genuine).toLowerCase(), shortAddress(bait).toLowerCase())
  assert.notEqual(fullAddress(genuine), fullAddress(bait))
  assert.equal(nameAccount(bait, null, fullAddress).toLowerCase(), bait)
})
