import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GetFact } from '../engine/gatherFacts.ts'
import type { BalanceWrite } from '../facts/bytecode.ts'
import type { Facts } from '../facts/facts.ts'
import { able, bytecode, contractFunction } from '../testing/sampleContract.ts'
import { deriveUnissued } from './unissued.ts'

const moving = (signature: string) => ({
  ...contractFunction(signature),
  balanceWrites: [
    { does: 'subtracts', of: 'caller', gated: false },
    { does: 'adds', of: 'argument', gated: false },
  ] as BalanceWrite[],
})
const giving = (gated: boolean) => ({
  ...contractFunction('issue(address,uint256)'),
  balanceWrites: [{ does: 'adds', of: 'argument', gated }] as BalanceWrite[],
})
const LOCKED: Partial<Facts> = {
  trade: null,
  totalSupply: 0n,
  privileged: [{ address: `0x${'0'.repeat(40)}`, by: 'owner()', labels: [], account: 'burned', kind: null }],
  capabilities: [],
  privilegesBudget: { runs: 1, max: 400, cut: [] },
  bytecode: bytecode({ functions: [moving('transfer(address,uint256)'), giving(true)] }),
}

const isUnissued = (facts: Partial<Facts>) =>
  deriveUnissued((async (name: keyof Facts) => facts[name]) as unknown as GetFact)

test('locked code has no supply, no account in charge, no open function that gives tokens and no call that makes some', async () => {
  assert.equal(await isUnissued(LOCKED), true)
  assert.equal(await isUnissued({ ...LOCKED, totalSupply: 1n }), false)
  assert.equal(await isUnissued({ ...LOCKED, totalSupply: null }), false)
  assert.equal(await isUnissued({ ...LOCKED, bytecode: bytecode({ functions: [giving(false)] }) }), false)
  assert.equal(await isUnissued({ ...LOCKED, bytecode: null }), false)
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
