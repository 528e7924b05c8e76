import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { PrivilegeChange } from '@redoubt/risk/derive/shapes.ts'
import type { BalanceChange } from '@redoubt/risk/facts/changes.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import type { RightFact } from '@redoubt/risk/facts/right.ts'
import { payoutsOf, rightsOf } from './rightsAndPayouts.ts'

const [WALLET, VAULT, STRANGER, POOL, TOKEN] = ['1', '2', '3', '4', '5'].map(
  (digit): Address => `0x${digit.repeat(40)}`,
) as [Address, Address, Address, Address, Address]
const ZERO: Address = `0x${'0'.repeat(40)}`

const right = (more: Partial<RightFact> = {}) =>
  ({
    holder: STRANGER,
    account: WALLET,
    contract: VAULT,
    kind: 'contract',
    asset: TOKEN,
    own: false,
    fresh: false,
    ...more,
  }) as RightFact
const change = (more: Partial<PrivilegeChange> = {}): PrivilegeChange => ({
  kind: 'owner',
  contract: VAULT,
  from: WALLET,
  to: STRANGER,
  shownBy: 'simulation',
  ...more,
})
const given = (facts: Partial<Facts>, incomplete = {}) =>
  rightsOf({ facts: { principals: [WALLET], rights: [], privilegeChanges: [], ...facts }, incomplete })?.map(
    ({ holder }) => holder,
  ) ?? null

const RIGHTS: [title: string, facts: Partial<Facts>, holders: Address[]][] = [
  ['an operator of a deposit', { rights: [right()] }, [STRANGER]],
  ['the ownership of a name', { rights: [right({ kind: 'ownership', asset: null })] }, [STRANGER]],
  ['a right over what is paid in now, which is counted as paid', { rights: [right({ fresh: true })] }, []],
  ['a right of the sender’s own contract', { rights: [right({ own: true })] }, []],
  ['a right of code that serves its owner alone', { rights: [right({ use: { pulls: [], complete: true } })] }, []],
  [
    'a right of code that was not executed in full',
    { rights: [right({ use: { pulls: [], complete: false } })] },
    [STRANGER],
  ],
  [
    'a right of a wallet of the sender alone',
    { rights: [right()], ownWallets: [{ address: STRANGER, alone: true }] },
    [],
  ],
  [
    'a right of a wallet with other owners',
    { rights: [right()], ownWallets: [{ address: STRANGER, alone: false }] },
    [STRANGER],
  ],
  ['the ownership of a contract', { privilegeChanges: [change()] }, [STRANGER]],
  ['a role', { privilegeChanges: [change({ kind: 'role', from: null })] }, [STRANGER]],
  ['ownership that is given up', { privilegeChanges: [change({ to: ZERO })] }, []],
  ['ownership that another account gives', { privilegeChanges: [change({ from: POOL })] }, []],
  [
    'an upgrade of the sender’s own contract',
    { privilegeChanges: [change({ kind: 'implementation', from: null })] },
    [],
  ],
  [
    'an owner of the wallet itself',
    { privilegeChanges: [change({ kind: 'safe-owner', contract: WALLET, from: null })] },
    [STRANGER],
  ],
  [
    'a threshold of the wallet itself',
    { privilegeChanges: [change({ kind: 'safe-threshold', contract: WALLET, from: null, to: null })] },
    [WALLET],
  ],
  ['an everyday transaction', {}, []],
]
for (const [title, facts, holders] of RIGHTS)
  test(`rights given: ${title}`, () => assert.deepEqual(given(facts), holders))

test('rights that were not tried are not known, and those that were found count all the same', () => {
  const cut = { rights: { reason: 'late', message: '', root: 'rights', error: null } }
  assert.equal(given({}, cut), null)
  assert.equal(rightsOf({ facts: { principals: [WALLET] }, incomplete: {} }), null)
  assert.deepEqual(given({ rights: [right()] }, cut), [STRANGER])
})

const row = (
  account: Address,
  change: bigint,
  changeUsd: number | null = Number(change),
  address: Address | null = TOKEN,
) => ({ account, address, tokenId: null, change, changeUsd }) as BalanceChange
const word = (address: Address) => `${'0'.repeat(24)}${address.slice(2)}`
const paidTo = (balanceChanges: BalanceChange[], facts: Partial<Facts> = {}) =>
  payoutsOf({
    transaction: { from: WALLET, to: VAULT, value: 0n, data: `0x12345678${word(STRANGER)}${word(POOL)}` },
    principals: [WALLET],
    balanceChanges,
    counterparties: { [VAULT]: { class: 'contract' }, [POOL]: { class: 'contract' } } as never,
    ...facts,
  }).map(({ to, usd }) => [to, usd])

test('a deposit that is withdrawn to another account is let go', () => {
  assert.deepEqual(paidTo([row(VAULT, -9n), row(STRANGER, 9n)]), [[STRANGER, 9]])
  assert.deepEqual(paidTo([row(VAULT, -9n, null), row(STRANGER, 9n, null)]), [[STRANGER, null]])
  // Dust that the wallet pays hides nothing.
  assert.deepEqual(paidTo([row(WALLET, -1n, 1, null), row(VAULT, -9n), row(STRANGER, 9n)]), [[STRANGER, 9]])
})

test('what others get for what the wallet pays is counted once, and what they get elsewhere is not the wallet’s', () => {
  // A trade for another account.
  assert.deepEqual(paidTo([row(WALLET, -9n, 9, null), row(POOL, 9n, 9, null), row(POOL, -9n), row(STRANGER, 9n)]), [])
  // A token without a price, bought for another account.
  assert.deepEqual(paidTo([row(WALLET, -9n, 9, null), row(POOL, -9n, null), row(STRANGER, 9n, null)]), [])
  // Withdrawn to the wallet itself.
  assert.deepEqual(paidTo([row(VAULT, -9n), row(WALLET, 9n)]), [])
  // Taken from another wallet, whose policy counts it.
  assert.deepEqual(paidTo([row(ZERO, -9n), row(STRANGER, 9n)]), [])
  // Not named: the contract's own business.
  assert.deepEqual(paidTo([row(VAULT, -9n), row(ZERO, 9n)]), [])
})
