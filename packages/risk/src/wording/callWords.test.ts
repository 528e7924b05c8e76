import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BY_UNPRIVILEGED_CALLER, call, OWNER, privileged } from '../testing/sampleContract.ts'
import { shortAddress } from './accountNames.ts'
import { callEvidence, nameCall, nameCaller } from './callWords.ts'

test('a call is named by its function, or by its selector when no name was published', () => {
  assert.equal(nameCall(call('setTax(uint256)', ['99'])), 'setTax(99)')
  assert.equal(nameCall(call('setTax(uint256)', ['99'], { signature: null })), '0x2e5bb6ff(99)')
  assert.equal(nameCall(call('f(bytes)', ['0x'.padEnd(5_000, 'f')])).length, 80)
})

test('a call that fails without another one is named with it', () => {
  const mint = call('mint(uint256)', ['5'], { first: call('setMinter(address)', ['0x12']) })
  assert.equal(nameCall(mint), 'setMinter(0x12) and then mint(5)')
  const { function: made, calls } = callEvidence([mint], [], 'effective')
  assert.equal(made, 'mint(uint256)')
  assert.deepEqual(calls, [`${OWNER}: setMinter(0x12)`, `${OWNER}: mint(5)`])
})

test('a caller is named by how many keys it takes', () => {
  const setTax = call('setTax(uint256)')
  assert.equal(nameCaller(setTax, [privileged()]), `A single key (${shortAddress(OWNER)})`)
  for (const [more, words] of [
    [{ account: 'multisig' }, 'A multisig of 4 of 7 signers'],
    [{ account: 'timelock' }, 'A timelock of 2 days'],
    [{ account: 'timelock', delaySeconds: 600 }, 'A timelock of 10 minutes'],
    [{ account: 'timelock', delaySeconds: 3_600 }, 'A timelock of 1 hour'],
    [{ account: 'governor' }, 'A vote of a governor that takes 9 days'],
    [{ account: 'contract' }, 'A contract'],
    [{ account: 'timelock', commandedBy: OWNER }, `A single key (${shortAddress(OWNER)}, through the contract`],
  ] as const)
    assert.ok(nameCaller(setTax, [privileged(more)]).startsWith(words), words)
  assert.equal(nameCaller(call('setTax(uint256)', [], BY_UNPRIVILEGED_CALLER), []), 'Anyone')
})

test('no call, no caller: only the state is evidence', () => {
  assert.deepEqual(callEvidence([], [], 'potential'), { state: 'potential' })
})
