import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Candidate } from '../holders/candidate.ts'
import type { Target } from '../holders/targets.ts'
import type { ObservedCall } from '../observeCalls.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { takenFromParties } from './takenFromParties.ts'

const named = (digit: string): Address => `0x${digit.repeat(40)}`
const [CONTRACT, TOKEN, BUYER, ARBITER, OWNER] = ['c', 'd', 'b', 'a', 'e'].map(named) as [
  Address,
  Address,
  Address,
  Address,
  Address,
]
const pad = (one: string) => one.slice(2).padStart(64, '0')
/** An EIP-1167 clone whose words behind the code are accounts. */
const clone = (...accounts: Address[]): Hex =>
  `0x363d3d373d3d3d363d73${'1'.repeat(40)}5af43d82803e903d91602b57fd5bf3${accounts.map(pad).join('')}`
const HELD = 1_000n

type Given = {
  code?: Hex
  paidBy?: readonly Address[]
  candidates?: Candidate[]
  /** What the caller, the account that the call names, and the contract gain. */
  gains?: { caller?: bigint; holder?: bigint }
  asset?: number | null
}

async function partyOf({
  code = clone(BUYER, ARBITER),
  paidBy = [BUYER],
  candidates = [],
  gains = {},
  asset = 0,
}: Given) {
  const topics = paidBy.map((from) => ({ topics: ['0x00', `0x${pad(from)}`, `0x${pad(CONTRACT)}`] }))
  const context = {
    chain: { code: async () => code, logs: async () => topics },
    block: { number: 9n },
    address: CONTRACT,
    fixture: { stranger: named('9'), assets: [{ address: TOKEN, held: HELD }] },
    signal: new AbortController().signal,
  } as unknown as PrivilegesContext
  const { caller = 0n, holder = 0n } = gains
  const drain = {
    tried: { caller: { address: ARBITER, by: 'an argument behind its code', role: 'role', named: false } },
    before: { assets: [{ subject: HELD, caller: 0n, holder: 5n, recipient: 0n }] },
    after: { assets: [{ subject: 0n, caller, holder: 5n + holder, recipient: 0n }] },
  } as unknown as ObservedCall
  const [party = null] = await takenFromParties(context, { candidates } as unknown as Target, [{ drain, asset }])
  return party
}

const CASES: [string, Given, Address | null][] = [
  ['an arbiter takes what the buyer paid in', { gains: { caller: HELD } }, BUYER],
  ['an arbiter pays it to any account of the call', { gains: { holder: HELD } }, BUYER],
  [
    'a stored party instead of an argument of a clone',
    {
      code: '0x00',
      candidates: [{ address: BUYER, by: 'storage slot 2', role: 'role', named: false }],
      gains: { caller: HELD },
    },
    BUYER,
  ],
  ['an arbiter divides between the parties and gets nothing', {}, null],
  ['a fee of a tenth', { gains: { caller: HELD / 10n } }, null],
  ['no party of the contract paid it in', { paidBy: [named('7')], gains: { caller: HELD } }, null],
  ['the caller paid it in itself', { paidBy: [ARBITER], gains: { caller: HELD } }, null],
  [
    'the owner funded it',
    {
      code: '0x00',
      paidBy: [OWNER],
      candidates: [{ address: OWNER, by: 'owner()', role: 'owner', named: true }],
      gains: { caller: HELD },
    },
    null,
  ],
  ['coins, whose payments no log tells', { gains: { caller: HELD }, asset: null }, null],
]

for (const [name, given, expected] of CASES)
  test(`money of a party: ${name}`, async () => {
    assert.equal(await partyOf(given), expected)
  })
