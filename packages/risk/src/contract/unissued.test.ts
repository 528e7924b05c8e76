import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GetFact } from '../engine/gatherFacts.ts'
import type { Facts } from '../facts/facts.ts'
import { able } from '../testing/sampleContract.ts'
import { deriveUnissued } from './unissued.ts'

const LOCKED: Partial<Facts> = {
  trade: null,
  totalSupply: 0n,
  privileged: [{ address: `0x${'0'.repeat(40)}`, by: 'owner()', labels: [], account: 'burned', kind: null }],
  capabilities: [],
  privilegesBudget: { runs: 1, max: 400, cut: [] },
  deposits: [],
}

const isUnissued = (facts: Partial<Facts>) =>
  deriveUnissued((async (name: keyof Facts) => facts[name]) as unknown as GetFact)

test('locked code has no supply, no account in charge, no users and no call that makes tokens', async () => {
  assert.equal(await isUnissued(LOCKED), true)
  assert.equal(await isUnissued({ ...LOCKED, totalSupply: 1n }), false)
  assert.equal(await isUnissued({ ...LOCKED, totalSupply: null }), false)
  assert.equal(await isUnissued({ ...LOCKED, deposits: [{}] as never }), false)
  assert.equal(await isUnissued({ ...LOCKED, deposits: null as never }), false)
  assert.equal(await isUnissued({ ...LOCKED, ...able('mint', 'sync(address,uint256)') }), false)
  assert.equal(
    await isUnissued({ ...LOCKED, privilegesBudget: { runs: 1, max: 400, cut: ['privileged calls'] } }),
    false,
  )
})

test('a token whose owner has not issued it yet may be traded later', async () => {
  const [owner] = LOCKED.privileged ?? []
  assert.ok(owner)
  assert.equal(await isUnissued({ ...LOCKED, privileged: [{ ...owner, account: 'eoa' }] }), false)
})
