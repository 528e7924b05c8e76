import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { madeUpAddress } from '../simulation/madeUp.ts'
import { freshAccount } from '../trade/freshAccount.ts'
import { isUnused } from './unusedAccounts.ts'

const TOKEN: Address = `0x${'70'.padStart(40, '0')}`

describe('accounts drawn from the hash of a block', () => {
  it('are unused at that block, and nothing is known of them at others', () => {
    for (const account of [freshAccount('0xb1', TOKEN, 'buyer'), madeUpAddress({ hash: '0xb1' }, 'payer')]) {
      assert.ok(isUnused('0xb1', account))
      assert.ok(!isUnused('0xb2', account))
    }
    assert.ok(!isUnused('0xb1', TOKEN))
  })
})
