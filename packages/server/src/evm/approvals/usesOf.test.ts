import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { MinedTransaction } from '../rpc/chainSource.ts'
import type { LivePermission } from './readPermissions.ts'
import { type OutgoingTransfer, usesOf } from './usesOf.ts'

const at = (digit: string): Address => `0x${digit.repeat(40)}`
const [OWNER, SPENDER, OTHER, TOKEN, POOL] = [at('a'), at('b'), at('c'), at('d'), at('e')]
const hashOf = (block: number): Hex => `0x${block.toString(16).padStart(64, '0')}`
const step = (block: number, after: bigint) => ({ blockNumber: BigInt(block), hash: hashOf(block), after })
const leaves = (block: number, more: Partial<OutgoingTransfer> = {}): OutgoingTransfer => ({
  blockNumber: BigInt(block),
  hash: hashOf(block),
  token: TOKEN,
  to: POOL,
  amount: 10n,
  operator: null,
  ...more,
})
const sent = (block: number, sender: Address, to: Address): [Hex, MinedTransaction] => [
  hashOf(block),
  { sender, to, data: '0x', blockNumber: BigInt(block) },
]
function permission(
  steps: ReturnType<typeof step>[],
  more: Partial<LivePermission['claim']> = {},
  amount = 100n,
): LivePermission {
  const parties = { token: TOKEN, owner: OWNER, spender: SPENDER }
  const rest = { tokenId: null, after: amount, expiration: null, consumed: false }
  const claim: LivePermission['claim'] = { kind: 'amount', ...parties, ...rest, steps, ...more }
  return { claim, spender: SPENDER, state: { amount, expiration: null } }
}
function use(
  one: LivePermission,
  departures: OutgoingTransfer[],
  transactions: [Hex, MinedTransaction][] = [],
  from: bigint | null = 0n,
) {
  const uses = usesOf([one], { owner: OWNER, departures, transactions: new Map(transactions), from })
  const { granted, last, maybe, known } = uses.get(one) as NonNullable<ReturnType<typeof uses.get>>
  const block = (moment: typeof last) => (moment === null ? null : Number(moment.blockNumber))
  return { granted: block(granted), last: block(last), maybe: block(maybe), known }
}

describe('who used an approval, and when', () => {
  const given = permission([step(1, 100n)])

  test('by calling the spender, by the spender itself, and by what it received', () => {
    const expected = { granted: 1, last: 5, maybe: null, known: true }
    assert.deepEqual(use(given, [leaves(5)], [sent(5, OWNER, SPENDER)]), expected)
    assert.deepEqual(use(given, [leaves(5)], [sent(5, SPENDER, OTHER)]), expected)
    assert.deepEqual(use(given, [leaves(5, { to: SPENDER })], [sent(5, OTHER, POOL)]), expected)
  })

  test('a payment by the owner is no use by a spender, not even a payment to the spender', () => {
    const own = [sent(5, OWNER, TOKEN)]
    assert.deepEqual(use(given, [leaves(5, { to: SPENDER })], own), {
      granted: 1,
      last: null,
      maybe: null,
      known: true,
    })
  })

  test('an unattributable transfer may have been this spender', () => {
    assert.deepEqual(use(given, [leaves(5)], [sent(5, OWNER, OTHER)]), {
      granted: 1,
      last: null,
      maybe: 5,
      known: true,
    })
    assert.deepEqual(use(given, [leaves(5)]), { granted: 1, last: null, maybe: 5, known: true })
    const both = use(given, [leaves(9), leaves(5)], [sent(9, OWNER, OTHER), sent(5, OWNER, SPENDER)])
    assert.deepEqual(both, { granted: 1, last: 5, maybe: 9, known: true })
  })

  test('an allowance that the token logs as used up was used, and not given again', () => {
    const spent = permission([step(1, 100n), step(5, 90n)], {}, 90n)
    assert.deepEqual(use(spent, [leaves(5)]), { granted: 1, last: 5, maybe: null, known: true })
    // Lowered by its owner: no token left by that much.
    assert.deepEqual(use(spent, [leaves(5, { amount: 3n })]), { granted: 5, last: null, maybe: 5, known: true })
  })

  test('less than was given is left, and nothing seen explains it: unknown, not unused', () => {
    assert.equal(use(permission([step(1, 100n)], {}, 40n), []).known, false)
  })

  test('transfers that were not read are unknown, not none', () => {
    assert.equal(use(given, [], [], null).known, false)
    assert.equal(use(given, [], [], 2n).known, false)
    assert.equal(use(given, [], [], 1n).known, true)
  })

  test('what happened before it was first given, and other tokens, do not count', () => {
    const later = permission([step(7, 100n)])
    assert.equal(use(later, [leaves(5)], [sent(5, OWNER, SPENDER)]).last, null)
    assert.equal(use(given, [leaves(5, { token: OTHER })], [sent(5, OWNER, SPENDER)]).last, null)
  })

  test('ERC-1155 names who moved it', () => {
    const operator = permission([step(1, 1n)], { kind: 'operator' }, 1n)
    assert.equal(use(operator, [leaves(5, { operator: SPENDER })]).last, 5)
    assert.deepEqual(use(operator, [leaves(5, { operator: OTHER })]), {
      granted: 1,
      last: null,
      maybe: null,
      known: true,
    })
  })
})
