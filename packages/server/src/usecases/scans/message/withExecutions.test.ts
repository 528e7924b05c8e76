import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApprovalChange, BalanceChange } from '@redoubt/risk/facts/changes.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import { FRIEND, router, STRANGER, TRADER, USDC } from '@redoubt/risk/testing/sampleFacts.ts'
import { type JudgedExecution, withExecutions } from './judgeExecutions.ts'

const balance = (more: Partial<BalanceChange>): BalanceChange => ({
  account: TRADER,
  assetType: 'erc20',
  address: USDC,
  tokenId: null,
  symbol: 'USDC',
  decimals: 6,
  before: 9n,
  after: 4n,
  change: -5n,
  changeUsd: null,
  priceSource: null,
  priceKind: null,
  ...more,
})
const approval = (more: Partial<ApprovalChange>): ApprovalChange => ({
  token: USDC,
  symbol: 'USDC',
  decimals: 6,
  standard: 'erc20',
  owner: TRADER,
  spender: STRANGER,
  tokenId: null,
  before: 0n,
  after: 5n,
  operator: false,
  unlimited: false,
  expiration: null,
  ...more,
})
const execution = (facts: Partial<Facts>): JudgedExecution => ({
  intent: 0,
  outcomes: [],
  unavailable: [],
  diverged: false,
  ends: [],
  gathered: { facts, missing: {}, incomplete: {}, complete: true },
})

test('rows of the worst use stay; rows that only the transaction shows come after', () => {
  const facts = { worstCaseChanges: [balance({})], approvalChanges: [approval({})] }
  const run = execution({
    balanceChanges: [balance({ change: -4n }), balance({ account: FRIEND, change: 5n })],
    approvalChanges: [approval({ after: 7n }), approval({ spender: FRIEND })],
    spenders: { [STRANGER]: router() },
  })
  const shown = withExecutions(facts, [run])
  assert.deepEqual(
    shown.worstCaseChanges?.map(({ account, change }) => [account, change]),
    [
      [TRADER, -5n],
      [FRIEND, 5n],
    ],
  )
  assert.deepEqual(
    shown.approvalChanges?.map(({ spender, after }) => [spender, after]),
    [
      [STRANGER, 5n],
      [FRIEND, 5n],
    ],
  )
  assert.ok(shown.spenders?.[STRANGER])
})

test('without executions nothing is added', () => {
  assert.deepEqual(withExecutions({ worstCaseChanges: [balance({})] }, []).worstCaseChanges, [balance({})])
})
