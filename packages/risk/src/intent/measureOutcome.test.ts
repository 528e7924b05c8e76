import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address, Hex } from '../address.ts'
import type { ApprovalChange } from '../facts/changes.ts'
import type { Log, Simulation } from '../facts/execution.ts'
import type { Facts } from '../facts/facts.ts'
import { measureOutcome } from './measureOutcome.ts'

const at = (index: number): Address => `0x${String(index).padStart(40, '0')}`
const [ME, THIEF, TOKEN, NFT, PERMIT2] = [1, 2, 3, 4, 5].map(at) as [Address, Address, Address, Address, Address]
const word = (value: bigint | Address): Hex => `0x${BigInt(value).toString(16).padStart(64, '0')}`
const log = (address: Address, topic: Hex, indexed: (bigint | Address)[], ...data: (bigint | Address)[]): Log => ({
  address,
  topics: [topic, ...indexed.map(word)],
  data: `0x${data.map((one) => word(one).slice(2)).join('')}`,
})

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const WITHDRAWAL = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'
const TRANSFER_6909 = '0x1b3d7edb2e9c0b0e7c525b20aaaef0f5940d2ed71663c7d39266ecafac728859'
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const APPROVAL_FOR_ALL = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'
const APPROVAL_6909 = '0xb3fd5071835887567a0671151121894ddccc2842f1d10bedad13e0d17cace9a7'
const OPERATOR_SET = '0xceb576d9f15e4e200fdb5096d64d5dfd667e16def20c1eefd14256d8e3faa267'
const AUTHORIZED_OPERATOR = '0xf4caeb2d6ca8932a215a353d0703c326ec2d81fc68170f320eb2ab49e9df61f9'
const PERMIT2_APPROVAL = '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b'

const ENABLED_MODULE = '0xecdf3a3effea5783a3c4c2140e677577666428d44ed9d474a0b3a4c9943f8440'
const OWNERSHIP_TRANSFERRED = '0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0'

const MOVED_6909 = log(NFT, TRANSFER_6909, [ME, THIEF, 7n], ME, 9n)
const ITEM = log(NFT, APPROVAL, [ME, THIEF, 1n])

const row = (more: Partial<ApprovalChange>): ApprovalChange => ({
  token: TOKEN,
  symbol: null,
  decimals: null,
  standard: 'erc20',
  owner: ME,
  spender: THIEF,
  tokenId: null,
  before: 0n,
  after: 100n,
  operator: false,
  unlimited: false,
  expiration: null,
  ...more,
})

function measured(main: Log[], other: Log[], approvalChanges: ApprovalChange[] = []) {
  const simulation = {
    success: true,
    environments: [{ name: 'other', sameOutcome: false }],
    environmentsLeftOut: [],
    runEvents: { main, others: [{ name: 'other', success: true, events: other }] },
  } as unknown as Simulation
  const facts: Partial<Facts> = { simulation, principals: [ME], balanceChanges: [], approvalChanges }
  const gathered = { facts, missing: {}, incomplete: {} }
  return measureOutcome(gathered, { complete: true, effectAfterDeadline: null }).runs
}

describe('what a run takes or permits', () => {
  for (const [name, main, other, rows, allowed] of [
    [
      'a permission of one item after one of the whole',
      [ITEM],
      [log(NFT, APPROVAL_FOR_ALL, [ME, THIEF], 1n), ITEM],
      [],
      'unlimited',
    ],
    [
      'an amount after Permit2 was given another',
      [log(TOKEN, APPROVAL, [ME, THIEF], 100n)],
      [log(PERMIT2, PERMIT2_APPROVAL, [ME, TOKEN, THIEF], 900n, 1n), log(TOKEN, APPROVAL, [ME, THIEF], 100n)],
      [row({})],
      1000n,
    ],
    ['one operator more (ERC-6909)', [], [log(NFT, OPERATOR_SET, [ME, THIEF], 1n)], [], 'unlimited'],
    ['one operator more (ERC-777)', [], [log(TOKEN, AUTHORIZED_OPERATOR, [THIEF, ME])], [], 'unlimited'],
    ['one module more of a wallet', [], [log(ME, ENABLED_MODULE, [], THIEF)], [], 'unlimited'],
    ['another owner of a contract', [], [log(TOKEN, OWNERSHIP_TRANSFERRED, [ME, THIEF])], [], 'unlimited'],
    ['an amount of an item (ERC-6909)', [], [log(NFT, APPROVAL_6909, [ME, THIEF, 7n], 5n)], [], 5n],
  ] as const)
    test(`another run: ${name}`, () => {
      const [, run] = measured([...main], [...other], [...rows])
      assert.equal(run?.allowances?.find(({ spender }) => spender === THIEF)?.amount, allowed)
    })

  for (const [name, rows, allowed] of [
    ['items are counted together', [1n, 2n].map((tokenId) => row({ standard: 'erc721', tokenId, after: 1n })), 2n],
    ['both ways to take a token count', [row({}), row({ standard: 'permit2', expiration: 9n })], 200n],
    ['a permission that lasts longer is a new one', [row({ standard: 'permit2', before: 100n, expiration: 9n })], 100n],
    ['one that was there before is not', [row({ before: 100n })], undefined],
  ] as const)
    test(`the main run: ${name}`, () => {
      const [main] = measured([], [], [...rows])
      assert.equal(main?.allowances?.[0]?.amount, allowed)
    })

  for (const [name, event, account, amount] of [
    ['a wrapped coin', log(TOKEN, WITHDRAWAL, [ME], 9n), ME, -9n],
    ['an item of ERC-6909', MOVED_6909, THIEF, 9n],
    ['a token without topics', log(TOKEN, TRANSFER, [], ME, THIEF, 9n), THIEF, 9n],
  ] as const)
    test(`another run moves ${name}`, () => {
      const [, run] = measured([], [event])
      assert.equal(run?.changes?.find((one) => one.account === account)?.amount, amount)
    })

  test('the main run loses items of ERC-6909, and gains none by an event alone', () => {
    const [main] = measured([MOVED_6909, log(TOKEN, TRANSFER_6909, [THIEF, ME, 7n], ME, 9n)], [])
    const own = main?.changes?.filter(({ account }) => account === ME)
    assert.deepEqual(own, [{ account: ME, asset: NFT, tokenId: 7n, amount: -9n }])
  })
})

describe('a trade on moved prices', () => {
  const POOL = at(6)
  const got = (amount: bigint) => [log(TOKEN, TRANSFER, [POOL, ME], amount)]
  const facts: Partial<Facts> = {
    simulation: {
      success: true,
      environments: [],
      environmentsLeftOut: [],
      runEvents: { main: got(100n), others: [] },
    } as unknown as Simulation,
    principals: [ME],
    balanceChanges: [
      { account: ME, address: TOKEN, assetType: 'erc20', tokenId: null, change: 100n },
    ] as unknown as Facts['balanceChanges'],
    approvalChanges: [],
  }
  const measure = (priceMoves: Parameters<typeof measureOutcome>[1]['priceMoves']) =>
    measureOutcome(
      { facts, missing: {}, incomplete: {} },
      { complete: true, effectAfterDeadline: null, ...(priceMoves !== undefined && { priceMoves }) },
    )

  test('is the run that brings least', () => {
    const { runs, unknown } = measure({ control: got(100n), runs: [got(90n), got(40n), got(60n)] })
    const [, moved] = runs
    assert.deepEqual([runs.length, moved?.run], [2, 'price-moved'])
    assert.equal(moved?.changes?.find(({ account }) => account === ME)?.amount, 40n)
    assert.ok(!unknown.includes('price-not-moved'))
  })

  test('adds no run where it brings as much, or always fails, and is unknown where none could be made', () => {
    assert.equal(measure({ control: got(100n), runs: [got(100n)] }).runs.length, 1)
    assert.equal(measure({ control: got(100n), runs: [] }).runs.length, 1)
    assert.equal(measure(null).runs.length, 1)
    assert.ok(measure({ control: null, runs: [] }).unknown.includes('price-not-moved'))
  })
})
