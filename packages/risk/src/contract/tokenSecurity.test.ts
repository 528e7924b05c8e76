import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { able, BY_UNPRIVILEGED_CALLER, capability, privileged, run, trade } from '../testing/sampleContract.ts'
import { NO_RENOUNCEMENT_LOG } from './capabilityHits.ts'
import { tokenSecurityOf } from './contractThreats.ts'

const found = (id: string, severity: 'low' | 'high' = 'low') => [
  { id, severity, title: '', description: '', impact: 1, evidence: {} } as const,
]

describe('tokenSecurityOf', () => {
  const WHOLE = { capabilities: [], privileged: [], switches: [], trade: trade() }

  test('what could not be learned is null, never no', () => {
    assert.deepEqual(new Set(Object.values(tokenSecurityOf({}, []))), new Set([null]))
    const { buyTax, sellTax, transferTax, ...gathered } = tokenSecurityOf(WHOLE, [])
    assert.deepEqual(new Set(Object.values(gathered)), new Set([false]))
    assert.ok([buyTax, sellTax, transferTax].every((tax) => tax !== null))
  })

  test('nothing found in a part is null, what was shown stays shown', () => {
    const part = (missing: keyof typeof WHOLE, facts: object = {}) =>
      tokenSecurityOf({ ...WHOLE, ...facts }, [], (name) => name !== missing)
    const nulls = (members: object) =>
      Object.entries(members).flatMap(([name, value]) => (value === null ? [name] : []))
    assert.deepEqual(nulls(part('capabilities')), ['isMintable', 'canBlacklist', 'canPause', 'hiddenOwner'])
    assert.deepEqual(nulls(part('switches')), ['canBlacklist', 'canPause'])
    assert.deepEqual(nulls(part('privileged')), ['ownershipRenounced', 'hiddenOwner'])
    assert.equal(part('capabilities', able('mint', 'mint(address,uint256)')).isMintable, true)
    const burned = privileged({ account: 'burned' })
    assert.equal(part('privileged', { privileged: [burned] }).ownershipRenounced, null, 'another may live')
    assert.equal(part('privileged', { privileged: [burned, privileged()] }).ownershipRenounced, false)
  })

  test('a power counts by who lives, not by how likely it is used', () => {
    assert.equal(tokenSecurityOf(able('mint', 'mint(address,uint256)', { state: 'potential' }), []).isMintable, true)
    assert.equal(tokenSecurityOf(able('mint', 'mint(address,uint256)', { owner: 'burned' }), []).isMintable, false)
    assert.equal(tokenSecurityOf(able('pause', 'pause()', { owner: 'timelock' }), []).canPause, true)
    assert.equal(tokenSecurityOf(able('blacklist', 'ban(address)'), []).canBlacklist, true)
  })

  test('shares that are paid for are not minted', () => {
    const capabilities = [capability('mint', 'deposit()', { call: BY_UNPRIVILEGED_CALLER, backed: true })]
    assert.equal(tokenSecurityOf({ capabilities, privileged: [] }, []).isMintable, false)
  })

  test('what execution found counts where no capability was named', () => {
    assert.equal(tokenSecurityOf({}, found('holder-freeze')).canBlacklist, true)
    assert.equal(tokenSecurityOf({}, found('transfer-kill-switch')).canPause, true)
    assert.equal(tokenSecurityOf({}, found('reclaimable-ownership', 'high')).hiddenOwner, true)
  })

  test('ownership is renounced when no owner lives, roles aside', () => {
    const renounced = (...accounts: ReturnType<typeof privileged>[]) =>
      tokenSecurityOf({ privileged: accounts }, []).ownershipRenounced
    const burned = privileged({ account: 'burned' })
    assert.equal(renounced(), false, 'an owner that was not found has not renounced')
    assert.equal(renounced(burned), true)
    assert.equal(renounced(burned, privileged({ by: 'MINTER_ROLE' })), true)
    assert.equal(renounced(privileged({ by: 'MINTER_ROLE' })), false)
    assert.equal(renounced(privileged()), false)
  })

  test('zero that was never anything else is not given up, except by a token that trades', () => {
    const facts = { privileged: [privileged({ account: 'burned', by: `owner() (${NO_RENOUNCEMENT_LOG})` })] }
    assert.equal(tokenSecurityOf(facts, []).ownershipRenounced, false)
    assert.equal(tokenSecurityOf({ ...facts, trade: trade() }, []).ownershipRenounced, true)
  })

  test('setting up an unset logic contract takes back no ownership', () => {
    assert.equal(tokenSecurityOf(WHOLE, found('reclaimable-ownership')).hiddenOwner, false)
    assert.equal(tokenSecurityOf({}, found('hidden-owner')).hiddenOwner, true)
  })

  test('taxes are what lasts', () => {
    const falling = trade({}, (scenario) => run(scenario, { sellTax: scenario === 'day-later' ? 4 : 30 }))
    assert.equal(tokenSecurityOf({ trade: falling }, []).sellTax, 4)
    const rising = trade({}, (scenario) => run(scenario, { sellTax: scenario === 'after-buys' ? 30 : 4 }))
    assert.equal(tokenSecurityOf({ trade: rising }, []).sellTax, 30)
    const holders = trade({ runs: [run('holder', { sellTax: 90 }), run('fresh', { buyTax: null, sellTax: 1 })] })
    assert.deepEqual(
      [tokenSecurityOf({ trade: holders }, []).sellTax, tokenSecurityOf({ trade: holders }, []).buyTax],
      [1, null],
    )
  })
})
