import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BURN_ADDRESSES } from '@redoubt/risk/accounts/knownAddresses.ts'
import type { Address } from '@redoubt/risk/address.ts'
import { CHAINS } from '@redoubt/risk/chain.ts'
import { NETWORKS } from '../../chains/index.ts'
import { type HolderContext, holderKind, lockers } from './distribution.ts'

const at = (digits: string): Address => `0x${digits.padStart(40, '0')}`
const [pool, locker, creator, owner, other] = ['9001', '10c4', 'c4ea', '0aff', 'e0a'].map(at) as Address[] as [
  Address,
  Address,
  Address,
  Address,
  Address,
]
const context: HolderContext = {
  pools: new Set([pool]),
  lockers: new Map([[locker, 'Locker']]),
  creator,
  owners: new Set([owner, creator]),
}
const kind = (address: Address, code: `0x${string}` = '0x') => holderKind(address, code, context)

test('what is known of a holder goes before what its code says', () => {
  assert.deepEqual(
    [kind(pool, '0x60'), kind(locker, '0x60'), kind(creator), kind(owner)],
    ['pool', 'locker', 'creator', 'owner'],
  )
  assert.deepEqual([kind(creator, '0x60'), kind(other, '0x60'), kind(other)], ['creator', 'contract', 'eoa'])
})

test('a delegated account is a person', () => assert.equal(kind(other, `0xef0100${'aa'.repeat(20)}`), 'eoa'))

test('a locker without code locks nothing', () => assert.equal(kind(locker), 'eoa'))

test('a burn address stays a burn address, even when the token says that it has no owner', () => {
  const dead = at('dead')
  assert.equal(holderKind(dead, '0x', { ...context, creator: dead, owners: new Set([dead]) }), 'burned')
})

test('lockers are written as addresses are compared: lower case, once, and none is a burn address', () => {
  for (const chain of CHAINS) {
    const known = [...lockers(chain)]
    assert.ok(known.length >= 7 || NETWORKS[chain].status === 'experimental')
    for (const [address, name] of known) {
      assert.match(address, /^0x[0-9a-f]{40}$/)
      assert.ok(name.length > 3 && !BURN_ADDRESSES.has(address))
    }
  }
})
