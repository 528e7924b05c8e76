import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { isUnlimited } from './approvalChanges.ts'
import type { EmittedLog } from './emittedLogs.ts'
import { type ClaimedGrant, claimedGrants, APPROVAL_EVENTS as E, grantState, PERMIT2 } from './grants.ts'

const at = (digit: string): Address => `0x${digit.padStart(40, '0')}`
const [TOKEN, OWNER, SPENDER, ZERO] = [at('70'), at('a1'), at('5e'), at('0')]
const word = (value: bigint | Address): Hex => `0x${BigInt(value).toString(16).padStart(64, '0')}`
const words = (...values: (bigint | Address)[]): Hex => `0x${values.map((value) => word(value).slice(2)).join('')}`
const log = (topics: Hex[], data: Hex, selector: Hex = '0x095ea7b3', address = TOKEN): EmittedLog => ({
  address,
  topics,
  data,
  selector,
})
const parties = [word(OWNER), word(SPENDER)]
const grant = (parts: Partial<ClaimedGrant>): ClaimedGrant => ({
  kind: 'amount',
  token: TOKEN,
  owner: OWNER,
  spender: SPENDER,
  tokenId: null,
  after: 5n,
  expiration: null,
  consumed: false,
  ...parts,
})
const permit2 = [word(OWNER), word(TOKEN), word(SPENDER)]

const CASES: [string, EmittedLog[], ClaimedGrant[]][] = [
  ['an ERC-20 approval', [log([E.Approval, ...parties], word(5n))], [grant({})]],
  ['the last of two', [log([E.Approval, ...parties], word(9n)), log([E.Approval, ...parties], word(5n))], [grant({})]],
  ['an allowance being used', [log([E.Approval, ...parties], word(5n), '0x23b872dd')], [grant({ consumed: true })]],
  [
    'an ERC-721 approval',
    [log([E.Approval, ...parties, word(7n)], '0x')],
    [grant({ kind: 'token', tokenId: 7n, after: 1n })],
  ],
  [
    'an ERC-721 approval cleared by a transfer',
    [log([E.Approval, word(OWNER), word(ZERO), word(7n)], '0x', '0x23b872dd')],
    [grant({ kind: 'token', tokenId: 7n, after: 0n, spender: ZERO, consumed: true })],
  ],
  [
    'an ERC-721 approval given, then withdrawn',
    [log([E.Approval, ...parties, word(7n)], '0x'), log([E.Approval, word(OWNER), word(ZERO), word(7n)], '0x')],
    [grant({ kind: 'token', tokenId: 7n, after: 0n, spender: ZERO })],
  ],
  ['an operator', [log([E.ApprovalForAll, ...parties], word(1n))], [grant({ kind: 'operator', after: 1n })]],
  ['an operator dismissed', [log([E.ApprovalForAll, ...parties], word(0n))], [grant({ kind: 'operator', after: 0n })]],
  [
    'a Permit2 approval',
    [log([E.Permit2Approval, ...permit2], words(5n, 99n), '0x87517c45', PERMIT2)],
    [grant({ kind: 'permit2', expiration: 99n })],
  ],
  [
    'a Permit2 permit',
    [log([E.Permit2Permit, ...permit2], words(5n, 99n, 0n), '0x2b67b570', PERMIT2)],
    [grant({ kind: 'permit2', expiration: 99n })],
  ],
  [
    'a Permit2 lockdown',
    [log([E.Permit2Lockdown, word(OWNER)], words(TOKEN, SPENDER), '0xcc53287f', PERMIT2)],
    [grant({ kind: 'permit2', after: 0n })],
  ],
  ["Permit2's event from another contract", [log([E.Permit2Approval, ...permit2], words(5n, 99n))], []],
  ['an approval without an amount', [log([E.Approval, ...parties], '0x')], []],
  ['a log without topics', [log([], '0x')], []],
]
for (const [name, logs, expected] of CASES)
  test(`permission log: ${name}`, () => assert.deepEqual(claimedGrants(logs), expected))

const STATES: [string, Partial<ClaimedGrant>, Hex | null, bigint | null][] = [
  ['an allowance', {}, word(9n), 9n],
  ['no answer', {}, null, null],
  ['an answer that is too short', {}, '0x01', null],
  ['an operator', { kind: 'operator' }, word(1n), 1n],
  ['an approved spender', { kind: 'token' }, word(SPENDER), 1n],
  ['another account approved', { kind: 'token' }, word(OWNER), 0n],
  ['no approval', { kind: 'token', spender: ZERO }, word(ZERO), 0n],
  ['a Permit2 allowance', { kind: 'permit2' }, words(9n, 100n, 0n), 9n],
  ['an expired Permit2 allowance', { kind: 'permit2' }, words(9n, 99n, 0n), 0n],
]
for (const [name, parts, answer, amount] of STATES)
  test(`permission state: ${name}`, () => assert.equal(grantState(grant(parts), answer, 100n)?.amount ?? null, amount))

const UNLIMITED: [string, bigint, bigint | null, boolean][] = [
  ['all ones', 2n ** 256n - 1n, 10n, true],
  ['nearly all ones', 2n ** 256n - 1_000n, null, true],
  ['uint160, as Permit2 has it', 2n ** 160n - 1n, 2n ** 200n, true],
  ['uint96, as COMP has it', 2n ** 96n - 1n, null, true],
  ['the whole supply', 1_000n, 1_000n, true],
  ['less than the supply', 999n, 1_000n, false],
  ['a large amount of a token with a larger supply', 2n ** 100n, 2n ** 110n, false],
  ['a large amount of unknown supply', 2n ** 100n, null, true],
  ['nothing, of a token without supply', 0n, 0n, false],
]
for (const [name, amount, supply, expected] of UNLIMITED)
  test(`unlimited: ${name}`, () => assert.equal(isUnlimited(amount, supply), expected))

const OF_HOLDERS: [string, bigint, bigint, boolean][] = [
  ['the whole supply, by the only holder', 1_000n, 1_000n, false],
  ['the whole supply and interest, by the only holder', 1_010n, 1_000n, false],
  ['twice the supply, by the only holder', 2_000n, 1_000n, true],
  ['the whole supply, by who holds half of it', 1_000n, 500n, true],
  ['above the supply, by who holds nothing', 1_001n, 0n, true],
  ['a customary limit, by the only holder', 2n ** 96n - 1n, 1_000n, true],
]
for (const [name, amount, held, expected] of OF_HOLDERS)
  test(`unlimited: ${name}`, () => assert.equal(isUnlimited(amount, 1_000n, held), expected))
