import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { Capability, OwnerSwitch } from '@redoubt/risk/facts/privileges.ts'
import { hiddenOwners } from '../gatherPrivileges.ts'
import type { Candidate } from './candidate.ts'
import type { Target } from './targets.ts'

const account = (digit: string): Address => `0x${digit.repeat(40)}`
const [ZERO_ADDRESS, KEEPER] = [account('0'), account('b')]
const candidate = (address: Address, by: string, named: boolean): Candidate => ({ address, by, role: 'role', named })
const subject = (...candidates: Candidate[]): Target => {
  return {
    address: account('5'),
    functions: [],
    complete: true,
    candidates,
    inSlot: new Map(),
    roles: [],
    fixed: [],
    refusesUnnamed: false,
  }
}
const can = (kind: Capability['kind'], members: Partial<Capability> = {}): Capability => {
  const call = { caller: KEEPER, callerRole: 'role', selector: '0x12345678', signature: null, args: [] } as const
  return { kind, call: { ...call, args: [] }, state: 'effective', shown: '', ...members }
}
const owner = (address: Address) => candidate(address, 'owner()', true)
const stored = candidate(KEEPER, 'storage slot 0x6', false)

describe('hidden owners', () => {
  it('finds the setter of taxes though owner() answers zero', () =>
    assert.deepEqual(
      hiddenOwners(subject(owner(ZERO_ADDRESS), stored), [can('tax-change'), can('mint')], []).map(({ kind, call }) => [
        kind,
        call.caller,
      ]),
      [['hidden-owner', KEEPER]],
    ))

  it('who may stop sales, but not who may only lower a fee', () => {
    const target = subject(owner(ZERO_ADDRESS), stored)
    const taxes = { buyTax: 0, transferTax: 0, sellTax: 0 }
    const stops: OwnerSwitch = {
      calls: [can('tax-change').call],
      effect: 'stops-sales',
      hits: 'all-holders',
      before: taxes,
      after: { ...taxes, sellTax: null, reason: null },
    }
    assert.equal(hiddenOwners(target, [can('tax-change')], [stops]).length, 1)
    assert.deepEqual(hiddenOwners(target, [can('tax-change')], []), [])
  })

  const quiet: [string, Target, Capability[]][] = [
    ['an owner who is there hides no account', subject(owner(account('1')), stored), [can('mint')]],
    ['nor does a contract without owner()', subject(stored), [can('mint')]],
    [
      'a minter that says so is no hidden owner',
      subject(owner(ZERO_ADDRESS), candidate(KEEPER, 'minter()', true)),
      [can('mint')],
    ],
    [
      'rescuing what was sent by mistake is no owner’s power',
      subject(owner(ZERO_ADDRESS), stored),
      [can('foreign-token-rescue')],
    ],
    ['what did not work is none', subject(owner(ZERO_ADDRESS), stored), [can('mint', { state: 'potential' })]],
    [
      'what anyone can do is none',
      subject(owner(ZERO_ADDRESS)),
      [can('mint', { call: { ...can('mint').call, callerRole: 'stranger' } })],
    ],
  ]
  for (const [why, target, capabilities] of quiet)
    it(why, () => assert.deepEqual(hiddenOwners(target, capabilities, []), []))
})
