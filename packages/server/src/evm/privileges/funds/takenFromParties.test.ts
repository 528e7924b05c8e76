import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Sequence } from '../../simulation/simulator.ts'
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
const RATE = `0x${'0'.repeat(63)}7`
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

type Given = {
  code?: Hex
  paidBy?: readonly Address[]
  candidates?: Candidate[]
  /** What the caller, the account that the call names, and the contract gain. */
  gains?: { caller?: bigint; holder?: bigint }
  asset?: number | null
  /** Code of the payers. */
  payerCode?: Hex
  /** Other calls of the contract. */
  others?: Other[]
  /** The endpoint refuses logs. */
  noLogs?: boolean
}
/**
 * `pays`: by its log, from the contract. `idle`: it writes no word that another function reads; what else it does then: what analysis could
 * not locate, a log, a call.
 */
type Other = {
  by: Address
  gated: boolean
  gains?: bigint
  pays?: Address
  idle?: 'elsewhere' | 'log' | 'call' | 'nothing'
}
/** The account is named by a storage slot. */
const stored = (address: Address): Candidate => ({ address, by: 'storage slot 2', role: 'role', named: false })
const OF_SLOT: Given = { code: '0x00', candidates: [stored(BUYER)], gains: { caller: HELD } }

const logsOf = (other: Other | undefined) =>
  other?.pays === undefined
    ? []
    : [{ address: TOKEN, topics: [TRANSFER, `0x${pad(CONTRACT)}`, `0x${pad(other.pays)}`], data: '0x' }]

async function partyOf(given: Given) {
  return (await searchOf(given)).party
}

async function searchOf({
  code = clone(BUYER, ARBITER),
  paidBy = [BUYER],
  candidates = [],
  gains = {},
  asset = 0,
  payerCode = '0x',
  others = [],
  noLogs = false,
}: Given) {
  const notes: string[] = []
  const topics = paidBy.map((from) => ({ topics: ['0x00', `0x${pad(from)}`, `0x${pad(CONTRACT)}`] }))
  const context = {
    chain: {
      code: async (_: unknown, at: Address) => (at === CONTRACT ? code : payerCode),
      logs: async () => (noLogs ? Promise.reject(new Error('range is too wide')) : topics),
    },
    block: { number: 9n },
    address: CONTRACT,
    fixture: { stranger: named('9'), assets: [{ address: TOKEN, held: HELD }] },
    signal: new AbortController().signal,
    budget: { take: () => true, note: (what: string) => notes.push(what) },
    simulator: {
      simulateSequences: async ({ sequences }: { sequences: Sequence[] }) =>
        sequences.map(({ blocks }) =>
          blocks.flatMap(({ calls }) =>
            calls.map(({ data }) => ({ success: true, gasUsed: 0n, logs: logsOf(others[Number(data)]) })),
          ),
        ),
    },
  } as unknown as PrivilegesContext
  const { caller = 0n, holder = 0n } = gains
  const drain = {
    tried: {
      made: { selector: '0xaa' },
      caller: { address: ARBITER, by: 'an argument behind its code', role: 'role', named: false },
    },
    before: { assets: [{ subject: HELD, caller: 0n, holder: 5n, recipient: 0n }] },
    after: { assets: [{ subject: 0n, caller, holder: 5n + holder, recipient: 0n }] },
  } as unknown as ObservedCall
  const observedCalls = others.map(
    ({ by, gated, gains: own = 0n, pays, idle }, at) =>
      ({
        tried: {
          made: {
            selector: `0xb${at}`,
            gated,
            writes: idle ? [] : [RATE],
            asks: idle === 'call' ? ['0xcafe0001'] : [],
            sendsNative: false,
            ...(idle === 'elsewhere' && { writesElsewhere: true }),
          },
          caller: { address: by },
          call: { from: by, value: 0n, data: `0x0${at}` },
        },
        emitted: Number(idle === 'log'),
        before: { assets: [{ subject: HELD, caller: 0n }] },
        after: { assets: [{ subject: own > 0n || pays ? 0n : HELD, caller: own }] },
      }) as unknown as ObservedCall,
  )
  const functions = [{ selector: '0xcc', mutability: 'nonpayable', reads: [RATE] }]
  const subject = { candidates, functions } as unknown as Target
  const [party = null] = await takenFromParties(context, { subject, observedCalls }, [{ drain, asset }])
  return { party, notes }
}

const CASES: [string, Given, Address | null][] = [
  ['an arbiter takes what the buyer paid in', { gains: { caller: HELD } }, BUYER],
  ['an arbiter pays it to any account of the call', { gains: { holder: HELD } }, BUYER],
  [
    'a stored party that another call of the arbiter pays',
    { ...OF_SLOT, others: [{ by: ARBITER, gated: true, pays: BUYER }] },
    BUYER,
  ],
  [
    'a stored party that takes it back itself',
    { ...OF_SLOT, others: [{ by: BUYER, gated: true, gains: HELD }] },
    BUYER,
  ],
  ['a party that is a key with a delegate', { gains: { caller: HELD }, payerCode: `0xef0100${'1'.repeat(40)}` }, BUYER],
  ['a stored account that no call pays', OF_SLOT, null],
  [
    'a party whose other call does nothing',
    {
      ...OF_SLOT,
      others: [
        { by: BUYER, gated: true, idle: 'nothing' },
        { by: ARBITER, gated: true, pays: BUYER },
      ],
    },
    BUYER,
  ],
  ...(['elsewhere', 'log', 'call'] as const).map((idle): [string, Given, null] => [
    `an operator whose call does something elsewhere (${idle})`,
    {
      ...OF_SLOT,
      others: [
        { by: BUYER, gated: true, idle },
        { by: ARBITER, gated: true, pays: BUYER },
      ],
    },
    null,
  ]),
  ['who funds rewards, which others earn', { ...OF_SLOT, others: [{ by: BUYER, gated: true }] }, null],
  [
    'who runs the contract, and is paid by it as well',
    {
      ...OF_SLOT,
      others: [
        { by: BUYER, gated: true },
        { by: OWNER, gated: true, pays: BUYER },
      ],
    },
    null,
  ],
  ['another account is paid', { ...OF_SLOT, others: [{ by: OWNER, gated: true, pays: named('7') }] }, null],
  ['a pool that a clone has among its arguments', { gains: { caller: HELD }, payerCode: '0x6000' }, null],
  [
    'a pool that a call pays',
    { ...OF_SLOT, payerCode: '0x6000', others: [{ by: OWNER, gated: true, pays: BUYER }] },
    null,
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

test('who paid is not known where the endpoint refuses the logs', async () => {
  assert.deepEqual(await searchOf({ gains: { caller: HELD }, noLogs: true }), {
    party: null,
    notes: ['who paid the contract'],
  })
  assert.deepEqual((await searchOf({ gains: { caller: HELD } })).notes, [])
})
