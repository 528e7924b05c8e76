import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '../address.ts'
import type { BalanceChange } from '../facts/changes.ts'
import type { CallFrame, Log, Simulation } from '../facts/execution.ts'
import { boundConditions } from './boundConditions.ts'
import { candidateReadings, type OutcomeFacts } from './candidateReadings.ts'
import { type Condition, reading, readingKey } from './condition.ts'
import { fitConditions } from './fitConditions.ts'

const numbered = (index: number): Address => `0x${index.toString(16).padStart(40, '0')}`
const [ME, DOLLARS, NAMED, PAID] = [numbered(1), numbered(2), numbered(3), numbered(4)]
const JUNK = Array.from({ length: 300 }, (_, index) => numbered(1_000 + index))
const row = (address: Address, change: bigint, changeUsd: number | null = null): BalanceChange => ({
  account: ME,
  assetType: 'erc20',
  address,
  tokenId: null,
  symbol: null,
  decimals: null,
  before: null,
  after: null,
  change,
  changeUsd,
  priceSource: null,
  priceKind: null,
})
const frame = (to: Address, calls: CallFrame[] = []): CallFrame => ({
  type: 'CALL',
  from: ME,
  to,
  value: 0n,
  gas: 0n,
  gasUsed: 0n,
  input: '0x12345678',
  output: '0x',
  error: null,
  revertReason: null,
  logs: [],
  calls,
})
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}` as const
const sent = (address: Address, data = word(5n)): Log => ({
  address,
  topics: [TRANSFER, word(BigInt(ME)), word(9n)],
  data,
})
const outcome = (more: Partial<OutcomeFacts>, simulation: Partial<Simulation> = {}): OutcomeFacts => ({
  principals: [{ address: ME, class: 'eoa', kind: null }],
  simulation: { trace: null, ...simulation } as Simulation,
  balanceChanges: [],
  approvalChanges: [],
  controlled: [],
  wellKnownTokens: [DOLLARS],
  named: [{ asset: NAMED, tokenId: null }],
  callData: [],
  ...more,
})
const placeOf = (facts: OutcomeFacts, target: Address) =>
  candidateReadings(facts).findIndex((one) => one.target === target && one.kind === 'token-balance')

test('gains of junk, and contracts that are called, come after all that the wallet can lose', () => {
  const facts = outcome(
    { balanceChanges: [...JUNK.map((token) => row(token, 1n)), row(PAID, -5n)] },
    {
      trace: frame(
        numbered(5),
        JUNK.map((token) => frame(token)),
      ),
    },
  )
  for (const token of [DOLLARS, NAMED, PAID]) {
    assert.ok(placeOf(facts, token) >= 0)
    assert.ok(placeOf(facts, token) < placeOf(facts, JUNK[0] as Address))
  }
  assert.equal(new Set(candidateReadings(facts).map(readingKey)).size, candidateReadings(facts).length)
})

test('an event that cannot be read hides no loss of its run', () => {
  const run = (...events: Log[]) => ({ runEvents: { main: [], others: [{ name: 'x', success: true, events }] } })
  assert.ok(placeOf(outcome({}, run(sent(PAID))), PAID) >= 0)
  assert.ok(placeOf(outcome({}, run(sent(numbered(9), '0x' as never), sent(PAID))), PAID) >= 0)
  assert.ok(placeOf(outcome({}, run(sent(PAID, '0x' as never))), PAID) >= 0, 'nor that of the token itself')
})

const gained = (target: Address, before = 0n): Condition[] =>
  boundConditions([{ ...reading('token-balance', { target, account: ME }), before, after: before + 10n }], {
    slippageBps: 0,
    feeOf: () => 0n,
  })
const conditions = [...gained(DOLLARS, 7n), ...JUNK.slice(0, 9).flatMap((token) => gained(token))]
const shown = (balanceChanges: BalanceChange[], named: Address[] = []) => ({
  balanceChanges,
  approvalChanges: [],
  named,
})
const gifts = JUNK.slice(0, 9).map((token) => row(token, 10n))

test('where not all fits, gifts without a price are left out, the last first', () => {
  const fit = fitConditions(conditions, { max: 5, ...shown(gifts) })
  assert.deepEqual(fit?.kept, conditions.slice(0, 5))
  assert.equal(fit?.left.length, 5)
  assert.deepEqual(fitConditions(conditions, { max: 10, ...shown(gifts) })?.left, [])
})

test('where something of value would be left out, nothing fits', () => {
  const max = 5
  assert.equal(
    fitConditions(conditions, { max, ...shown([...gifts, row(DOLLARS, -1n)]) }),
    null,
    'they may be what is paid for',
  )
  assert.equal(fitConditions(conditions, { max, ...shown(gifts.map((one) => ({ ...one, changeUsd: 1 }))) }), null)
  assert.equal(fitConditions(conditions, { max, ...shown(gifts, JUNK) }), null, 'they are named')
  const held = JUNK.slice(0, 9).flatMap((token) => gained(token, 1n))
  assert.equal(fitConditions(held, { max, ...shown(gifts) }), null, 'they were held before')
})
