import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ExecutedStep } from '@redoubt/risk/derive/shapes.ts'
import approvalToEoa from '@redoubt/risk/detectors/transaction/approval-to-eoa.ts'
import { Incomplete } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Outcome } from '@redoubt/risk/engine/runDetectors.ts'
import { judgePrefixes, MAX_PREFIXES } from './judgePrefixes.ts'
import type { TransactionScanInput } from './transactionScanInput.ts'

const at = (digits: string): Address => `0x${digits.padStart(40, '0')}`
const [TRADER, TOKEN, SHOP, SPENDER] = ['7', '70ce', '540b', '5be'].map(at).map((one) => one as Address) as [
  Address,
  Address,
  Address,
  Address,
]
const word = (value: Address | bigint) =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0')
const call = (to: Address, data: Hex, value = 0n) => ({ to, data, value })
const approve = (amount: bigint) => call(TOKEN, `0x095ea7b3${word(SPENDER)}${word(amount)}`)
const transfer = (amount = 1n) => call(TOKEN, `0xa9059cbb${word(SHOP)}${word(amount)}`)
const claim = call(SHOP, '0x4e71d92d')
type Call = ReturnType<typeof call>

const CLEAR: Outcome[] = [{ detector: approvalToEoa, status: 'clear' }]
const FOUND: Outcome[] = [
  {
    detector: approvalToEoa,
    status: 'found',
    hits: [{ description: 'It may take all.', evidence: { spender: SPENDER } }],
  },
]
const UNKNOWN: Outcome[] = [
  { detector: approvalToEoa, status: 'unknown', missing: ['grants'], missingDecisiveFacts: ['grants'] },
]

const input = (calls: Call[], more: Partial<TransactionScanInput> = {}, atomic = false): TransactionScanInput => ({
  chain: 'ethereum',
  transaction: { from: TRADER, to: TOKEN, value: 0n, data: '0x', calls, atomic },
  spellings: [],
  origin: null,
  simulate: true,
  explain: false,
  deadlineMs: 3_000,
  ...more,
})

/** A plain payment whose step is in the execution; `brings`: the sender received a coin for it. */
const stepOf = ({ to, data, value }: Call, brings: boolean): ExecutedStep => ({
  from: TRADER,
  to,
  data,
  value,
  byPaymaster: false,
  changes: brings ? [{ account: TRADER, change: 1n } as ExecutedStep['changes'][number]] : [],
})

async function endsOf(
  scan: TransactionScanInput,
  {
    whole = CLEAR,
    prefix = () => CLEAR,
    brings = false,
  }: {
    whole?: Outcome[]
    prefix?: (lastCall: number) => Outcome[]
    brings?: boolean
  } = {},
) {
  const executed: number[] = []
  const executedSteps = (scan.transaction.calls ?? []).map((one) => stepOf(one as Call, brings))
  const gathered = { facts: { executedSteps, principals: [TRADER] }, missing: {}, incomplete: {}, complete: true }
  const { harmful: answer } = await judgePrefixes(scan, { gathered, outcomes: whole }, async (one) => {
    const count = one.transaction.calls?.length ?? 0
    assert.ok(one.prefix !== undefined, 'a prefix has no prefixes of its own')
    executed.push(count)
    return { gathered, outcomes: prefix(count) }
  })
  return { answer, executed: executed.sort((a, b) => a - b) }
}

describe('the ends of a bundle', () => {
  for (const [name, calls, ends] of [
    ['an approval before what spends it', [approve(5n), claim], [1]],
    ['an approval that is taken back', [approve(5n), claim, approve(0n)], [1, 2]],
    ['payments alone: the whole shows all that they take', [transfer(1n), transfer(2n), transfer(3n)], []],
    ['a payment before a claim', [transfer(1n), claim, transfer(2n)], [1]],
    ['one call', [claim], []],
  ] as [string, Call[], number[]][])
    test(`of ${name}: ${ends.join(', ') || 'none'}`, async () => {
      assert.deepEqual((await endsOf(input(calls))).executed, ends)
    })

  test('a payment that brings something is no plain one', async () => {
    assert.deepEqual((await endsOf(input([transfer(1n), transfer(2n)]), { brings: true })).executed, [1])
  })

  test('are none where all calls are made or none, where nothing is executed, and of a prefix itself', async () => {
    const calls = [approve(5n), claim]
    for (const scan of [
      input(calls, {}, true),
      input(calls, { simulate: false }),
      input(calls, { prefix: { spentLater: [] } }),
    ])
      assert.deepEqual(await endsOf(scan, { prefix: () => FOUND }), { answer: [], executed: [] })
  })

  test('count where they are worse than the whole, and say after which call', async () => {
    const scan = input([approve(5n), claim, approve(0n)])
    const { answer } = await endsOf(scan, { prefix: (lastCall) => (lastCall === 2 ? FOUND : CLEAR) })
    assert.ok(Array.isArray(answer))
    assert.deepEqual(
      answer.map(({ lastCall, calls, riskLevel, findings }) => [lastCall, calls, riskLevel, findings[0]?.id]),
      [[2, 3, 'critical', 'approval-to-eoa']],
    )
    const same = await endsOf(scan, { whole: FOUND, prefix: () => FOUND })
    assert.deepEqual(same.answer, [])
  })

  test('that could not be executed, or are too many, leave the outcome unknown', async () => {
    const unknown = await endsOf(input([approve(5n), claim]), { prefix: () => UNKNOWN })
    assert.ok(unknown.answer instanceof Incomplete)
    const many = await endsOf(input(Array.from({ length: MAX_PREFIXES + 2 }, () => claim)))
    assert.ok(many.answer instanceof Incomplete)
    assert.equal(many.executed.length, MAX_PREFIXES)
  })
})
