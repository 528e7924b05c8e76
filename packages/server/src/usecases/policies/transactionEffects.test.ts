import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { GatheredFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import type { ApprovalChange, BalanceChange } from '@redoubt/risk/facts/changes.ts'
import type { CallFrame } from '@redoubt/risk/facts/execution.ts'
import { contract } from '@redoubt/risk/testing/sampleFacts.ts'
import { gatherGrantWorths, transactionEffects } from './transactionEffects.ts'

const addressOf = (digit: string): Address => `0x${digit.repeat(40)}`
const [SENDER, SAFE, TOKEN, SPENDER, CODE] = ['1', '2', '3', '4', '5'].map(addressOf) as [
  Address,
  Address,
  Address,
  Address,
  Address,
]
const DOLLAR = 1_000_000n
const signal = new AbortController().signal

const approvalOf = (owner: Address, after: bigint): ApprovalChange => ({
  token: TOKEN,
  symbol: 'USDC',
  decimals: 6,
  standard: 'erc20',
  owner,
  spender: SPENDER,
  tokenId: null,
  before: 0n,
  after,
  operator: false,
  unlimited: after > 2n ** 128n,
  expiration: null,
})
const frameOf = (from: Address, to: Address, more: Partial<CallFrame> = {}): CallFrame => ({
  type: 'CALL',
  from,
  to,
  value: 0n,
  gas: 0n,
  gasUsed: 0n,
  input: '0x',
  output: '0x',
  error: null,
  revertReason: null,
  logs: [],
  calls: [],
  ...more,
})

function gatheredOf(trace: CallFrame, approval: ApprovalChange, balanceChanges: BalanceChange[] = []) {
  const own = approval.owner === SENDER
  const facts = {
    block: {},
    simulation: { success: true, truncated: false, trace },
    principals: [SENDER],
    executedMovements: { lost: [], gained: [] },
    balanceChanges,
    approvalChanges: [approval],
    rights: [],
    privilegeChanges: [],
    grants: own ? [{ ...approval, shownBy: 'simulation', spenderAccount: {}, balance: null }] : [],
  }
  return { facts, complete: true, incomplete: {}, missing: {} } as unknown as GatheredFacts
}

const sourcesOf = (usd: number | null) =>
  ({
    unitPrice: async () => (usd === null ? null : { usd, maxUsd: null }),
    account: async () => ({ token: { standard: 'erc20', decimals: 6 } }),
  }) as unknown as Parameters<typeof gatherGrantWorths>[0]

const transaction = { from: SENDER, to: TOKEN, value: 0n, data: '0x' } as Parameters<
  typeof transactionEffects
>[0]['transaction']

describe('what a transaction lets go', () => {
  const cases = [
    { title: 'an allowance below the balance', allowed: 30n * DOLLAR, usd: 1, worth: 30 },
    // The wallet may receive more before it is used.
    { title: 'an allowance above the balance', allowed: 1_000n * DOLLAR, usd: 1, worth: 1_000 },
    { title: 'an allowance without an end', allowed: 2n ** 256n - 1n, usd: 1, worth: null },
    { title: 'a token without a price', allowed: 30n * DOLLAR, usd: null, worth: null },
  ]
  for (const { title, allowed, usd, worth } of cases)
    test(`an approval that moves nothing is worth what may be taken: ${title}`, async () => {
      const gathered = gatheredOf(frameOf(SENDER, TOKEN), approvalOf(SENDER, allowed))
      const worths = await gatherGrantWorths(sourcesOf(usd), gathered, signal)
      const effects = transactionEffects({ chain: 'ethereum', transaction, gathered, worths, riskLevel: 'safe' })
      assert.equal(effects.complete, true)
      assert.deepEqual(
        effects.approvals.map(({ atRiskUsd }) => atRiskUsd),
        [worth],
      )
    })

  test('another wallet of the same execution lets go its own assets, and makes its own calls', async () => {
    const nested = frameOf(SAFE, TOKEN, { input: '0x01' })
    const proxy = frameOf(SAFE, CODE, { type: 'DELEGATECALL', input: '0xaa', calls: [nested] })
    const trace = frameOf(SENDER, SAFE, { input: '0xaa', calls: [proxy] })
    const row = (account: Address, change: bigint): BalanceChange => ({
      account,
      assetType: 'erc20',
      address: TOKEN,
      tokenId: null,
      symbol: 'USDC',
      decimals: 6,
      before: 9n * DOLLAR,
      after: 9n * DOLLAR + change,
      change,
      changeUsd: Number(change) / 1e6,
      priceSource: 'a feed',
      priceKind: 'oracle',
    })
    const rows = [row(SAFE, -5n * DOLLAR), row(SPENDER, 5n * DOLLAR)]
    const gathered = gatheredOf(trace, approvalOf(SAFE, 3n * DOLLAR), rows)
    const worths = await gatherGrantWorths(sourcesOf(null), gathered, signal)
    const about = (wallet: Address) =>
      transactionEffects({
        chain: 'ethereum',
        transaction,
        gathered,
        worths,
        riskLevel: 'safe',
        method: 'eth_sendRawTransaction',
        of: { wallet, delegates: false, own: [], actors: [] },
      })
    const safe = about(SAFE)
    assert.deepEqual(
      [safe.outflows.map(({ usd }) => usd), safe.recipients, safe.approvals.map(({ atRiskUsd }) => atRiskUsd)],
      [[5], [SPENDER], [3]],
    )
    assert.deepEqual(
      safe.calls.map(({ to, delegatecall }) => [to, delegatecall]),
      [[TOKEN, false]],
    )
    // A relayer lets go nothing, although a contract pays an account that its call names.
    const relayed = { ...transaction, data: `0x${SPENDER.slice(2).padStart(64, '0')}` } as const
    const relayer = transactionEffects({
      chain: 'ethereum',
      transaction: relayed,
      worths,
      riskLevel: 'safe',
      gathered: {
        ...gathered,
        facts: { ...gathered.facts, counterparties: { [SAFE]: contract(SAFE) } },
      } as never,
      of: { wallet: SENDER, delegates: false, own: [], actors: [SAFE] },
    })
    assert.deepEqual(relayer.outflows, [])
    const sender = about(SENDER)
    assert.deepEqual([sender.outflows, sender.approvals, sender.calls.map(({ to }) => to)], [[], [], [SAFE]])
  })
})

describe('what the scan leaves out as a fee', () => {
  const lost = (amount: bigint) => [
    { account: SENDER, address: null, tokenId: null, amount, usd: Number(amount), takers: [SPENDER] },
  ]
  const outflows = (amount: bigint, moved: ReturnType<typeof lost>) => {
    const gathered = gatheredOf(frameOf(SENDER, TOKEN), approvalOf(SPENDER, 0n), [
      {
        account: SENDER,
        assetType: 'native',
        address: null,
        tokenId: null,
        change: -amount,
        changeUsd: -Number(amount),
      },
    ] as unknown as BalanceChange[])
    const facts = { ...gathered.facts, executedMovements: { lost: moved, gained: [] } }
    const effects = transactionEffects({
      chain: 'ethereum',
      transaction,
      gathered: { ...gathered, facts } as unknown as GatheredFacts,
      worths: { usdOf: () => null },
      riskLevel: 'safe',
    })
    return effects.outflows.map((one) => [one.amount, one.usd])
  }
  test('counts: a payment to the builder of the block, or to a paymaster', () => {
    assert.deepEqual(outflows(9n, []), [[9n, 9]])
    assert.deepEqual(outflows(9n, lost(6n)), [
      [6n, 6],
      [3n, 3],
    ])
  })
  test('counts once what the scan shows whole', () => assert.deepEqual(outflows(9n, lost(9n)), [[9n, 9]]))
})
