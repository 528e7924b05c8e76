import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  assetsOf,
  type BudgetLine,
  type CountedEntry,
  creditedUsage,
  creditGrants,
  largerLines,
  linesOf,
  microUsdOf,
  restOf,
  useUp,
} from './budgetEntry.ts'
import { FRIEND, outflow, payment, ROUTER, STRANGER, TOKEN } from './testPolicy.ts'

const line = (changed: Partial<BudgetLine> = {}): BudgetLine => ({
  chain: 'ethereum',
  asset: TOKEN,
  amount: 100n,
  microUsd: 1_000,
  parties: [ROUTER],
  isGrant: false,
  credits: [],
  ...changed,
})
const grant = (changed: Partial<BudgetLine> = {}) => line({ isGrant: true, ...changed })
const entry = (id: string, lines: BudgetLine[], today = true): CountedEntry => ({ id, lines, today })

describe('linesOf', () => {
  const approval = { token: TOKEN, spender: ROUTER, unlimited: false, amount: 7n, atRiskUsd: 2 }

  test('books what leaves a transaction, for its recipients and the account whose allowance takes it', () => {
    const effects = payment(1.5, {
      outflows: [outflow(1.5), outflow(null, { asset: TOKEN, amount: 3n, spender: ROUTER })],
    })
    assert.deepEqual(linesOf(effects), [
      line({ asset: null, amount: 10n ** 18n, microUsd: 1_500_000, parties: [FRIEND] }),
      line({ amount: 3n, microUsd: null, parties: [FRIEND, ROUTER] }),
    ])
  })

  test('names an account once that receives and takes', () => {
    const effects = payment(1, { outflows: [outflow(1, { spender: FRIEND })] })
    assert.deepEqual(linesOf(effects)[0]?.parties, [FRIEND])
  })

  test('books approvals by what the spender can take, and one without an end as nothing', () => {
    const effects = payment(0, { outflows: [], approvals: [approval, { ...approval, amount: null, atRiskUsd: null }] })
    assert.deepEqual(linesOf(effects), [
      grant({ amount: 7n, microUsd: 2_000_000 }),
      grant({ amount: 0n, microUsd: null }),
    ])
  })

  test('what a signature lets go is a grant until it is used', () => {
    const signed = payment(1, { method: 'eth_signTypedData_v4', messages: ['transfer'] })
    assert.deepEqual(
      linesOf(signed).map(({ isGrant }) => isGrant),
      [true],
    )
    assert.deepEqual(
      linesOf(payment(1, { method: 'eth_signTransaction' })).map(({ isGrant }) => isGrant),
      [false],
    )
  })
})

describe('microUsdOf', () => {
  test('adds known worths, up to the largest exact number', () => {
    assert.equal(microUsdOf([]), 0)
    assert.equal(microUsdOf([line({ microUsd: 5 }), line({ microUsd: null }), line({ microUsd: 7 })]), 12)
    const most = Number.MAX_SAFE_INTEGER
    assert.equal(microUsdOf([line({ microUsd: most }), line({ microUsd: most })]), most)
  })
})

describe('creditGrants', () => {
  const used = (amount: bigint, usd: number, changed: Partial<BudgetLine> = {}) =>
    line({ amount, microUsd: usd, parties: [FRIEND, ROUTER], ...changed })
  const taken = [outflow(1, { asset: TOKEN, spender: ROUTER })]

  test('an outflow by an allowance is one expense with the grant of it, up to what was granted', () => {
    const [whole] = creditGrants([used(100n, 1_000)], taken, [entry('a', [grant()])])
    assert.deepEqual(whole?.credits, [{ grant: 'a', amount: 100n, microUsd: 1_000 }])
    const [more] = creditGrants([used(400n, 4_000)], taken, [entry('a', [grant()])])
    assert.deepEqual(more?.credits, [{ grant: 'a', amount: 100n, microUsd: 1_000 }])
    const [less] = creditGrants([used(30n, 300)], taken, [entry('a', [grant()])])
    assert.deepEqual(less?.credits, [{ grant: 'a', amount: 30n, microUsd: 300 }])
  })

  test('the oldest grant is used first, and then the next', () => {
    const [both] = creditGrants([used(125n, 1_250)], taken, [entry('a', [grant()]), entry('b', [grant()])])
    assert.deepEqual(both?.credits, [
      { grant: 'a', amount: 100n, microUsd: 1_000 },
      { grant: 'b', amount: 25n, microUsd: 250 },
    ])
  })

  test('what earlier entries used of a grant is gone', () => {
    const before = entry('b', [used(60n, 600, { credits: [{ grant: 'a', amount: 60n, microUsd: 600 }] })])
    const [rest] = creditGrants([used(100n, 1_000)], taken, [entry('a', [grant()]), before])
    assert.deepEqual(rest?.credits, [{ grant: 'a', amount: 40n, microUsd: 400 }])
  })

  test('a part of the worth follows the part of the amount, rounded down', () => {
    const [third] = creditGrants([used(3n, 1_000)], taken, [entry('a', [grant({ amount: 1n, microUsd: 5_000 })])])
    assert.deepEqual(third?.credits, [{ grant: 'a', amount: 1n, microUsd: 333 }])
  })

  for (const [what, lines, outflows, granted] of [
    ['a grant to another spender', [used(100n, 1_000)], taken, grant({ parties: [STRANGER] })],
    ['a grant of another token', [used(100n, 1_000)], taken, grant({ asset: FRIEND })],
    ['a grant on another network', [used(100n, 1_000)], taken, grant({ chain: 'bsc' })],
    ['a grant of several accounts', [used(100n, 1_000)], taken, grant({ parties: [ROUTER, STRANGER] })],
    ['a line that is no grant', [used(100n, 1_000)], taken, line()],
    ['a coin, which no allowance takes', [used(100n, 1_000, { asset: null })], taken, grant({ asset: null })],
    ['an outflow without a spender', [used(100n, 1_000)], [outflow(1, { asset: TOKEN })], grant()],
    ['a grant of its own', [grant({ parties: [ROUTER] })], taken, grant()],
  ] as const)
    test(`gives no credit for ${what}`, () => {
      const [first] = creditGrants(lines, outflows, [entry('a', [granted])])
      assert.deepEqual(first?.credits, [])
    })
})

describe('creditedUsage', () => {
  const USAGE = {
    dayMicroUsd: 5_000,
    rollingMicroUsd: 6_000,
    assets: [{ chain: 'ethereum', asset: TOKEN, amount: 200n }],
  } as const
  const use = line({ parties: [FRIEND, ROUTER], credits: [{ grant: 'a', amount: 100n, microUsd: 1_000 }] })

  test('a grant and its use count once where both count in the window', () => {
    assert.deepEqual(creditedUsage(USAGE, [entry('a', [grant()]), entry('b', [use])]), {
      dayMicroUsd: 4_000,
      rollingMicroUsd: 5_000,
      assets: [{ chain: 'ethereum', asset: TOKEN, amount: 100n }],
    })
  })

  test('of a grant of yesterday the use of today counts in full today', () => {
    assert.deepEqual(creditedUsage(USAGE, [entry('a', [grant()], false), entry('b', [use])]), {
      ...USAGE,
      rollingMicroUsd: 5_000,
    })
  })

  test('the lines of a request count from now on', () => {
    assert.equal(creditedUsage(USAGE, [entry('a', [grant()])], [use]).dayMicroUsd, 4_000)
  })

  test('a grant that does not count any more takes nothing away', () => {
    assert.deepEqual(creditedUsage(USAGE, [entry('b', [use])]), USAGE)
  })

  test('a credit is worth no more than the grant, in amount and in worth, and is taken once', () => {
    const small = entry('a', [grant({ amount: 30n, microUsd: 200 })])
    const twice = creditedUsage(USAGE, [small, entry('b', [use]), entry('c', [use])])
    assert.deepEqual(twice, {
      dayMicroUsd: 4_800,
      rollingMicroUsd: 5_800,
      assets: [{ chain: 'ethereum', asset: TOKEN, amount: 170n }],
    })
  })

  test('never falls below zero, nor touches other assets', () => {
    const other = { chain: 'bsc', asset: TOKEN, amount: 9n } as const
    const usage = {
      dayMicroUsd: 10,
      rollingMicroUsd: 10,
      assets: [{ chain: 'ethereum', asset: TOKEN, amount: 5n } as const, other],
    }
    assert.deepEqual(creditedUsage(usage, [entry('a', [grant()]), entry('b', [use])]), {
      dayMicroUsd: 0,
      rollingMicroUsd: 0,
      assets: [{ chain: 'ethereum', asset: TOKEN, amount: 0n }, other],
    })
  })

  test('grants of one entry to one spender add up', () => {
    const two = entry('a', [grant({ amount: 40n, microUsd: 400 }), grant({ amount: 60n, microUsd: null })])
    assert.equal(creditedUsage(USAGE, [two, entry('b', [use])]).dayMicroUsd, 4_600)
  })
})

describe('restOf', () => {
  test('is what a part leaves, in amount and worth', () => {
    const credit = { grant: 'a', amount: 100n, microUsd: 1_000 }
    assert.deepEqual(restOf(credit, 25n), { grant: 'a', amount: 75n, microUsd: 750 })
    assert.deepEqual(restOf(credit, 100n), { grant: 'a', amount: 0n, microUsd: 0 })
    assert.deepEqual(restOf({ ...credit, amount: 0n }, 0n), { grant: 'a', amount: 0n, microUsd: 0 })
  })
})

describe('useUp', () => {
  const seen = (amount: bigint, parties = [ROUTER]) => ({ chain: 'ethereum', asset: TOKEN, amount, parties }) as const

  test('an outflow to a party takes its amount from the grant, and what it is worth', () => {
    assert.deepEqual(useUp([grant()], seen(40n)), { left: [grant({ amount: 60n, microUsd: 600 })], covered: 40n })
    assert.deepEqual(useUp([grant({ microUsd: null })], seen(40n)).left, [grant({ amount: 60n, microUsd: null })])
  })

  test('a grant that is used up is gone, and the next one goes on', () => {
    const lines = [grant(), grant({ amount: 50n, microUsd: 500 })]
    assert.deepEqual(useUp(lines, seen(120n)), { left: [grant({ amount: 30n, microUsd: 300 })], covered: 120n })
    assert.deepEqual(useUp(lines, seen(500n)), { left: [], covered: 150n })
    assert.deepEqual(useUp(lines, seen(100n)), { left: [lines[1]], covered: 100n })
  })

  for (const [what, kept, outflow] of [
    ['a line that is no grant', line(), seen(40n)],
    ['another network', grant({ chain: 'bsc' }), seen(40n)],
    ['another asset', grant({ asset: null }), seen(40n)],
    ['another account', grant(), seen(40n, [STRANGER])],
    ['a grant of nothing', grant({ amount: 0n }), seen(40n)],
  ] as const)
    test(`leaves ${what}`, () => assert.deepEqual(useUp([kept], outflow), { left: [kept], covered: 0n }))
})

describe('assetsOf', () => {
  test('adds base units by network and asset', () => {
    const lines = [line(), line({ amount: 5n }), line({ chain: 'bsc' }), line({ asset: null, amount: 1n })]
    assert.deepEqual(assetsOf(lines), [
      { chain: 'ethereum', asset: TOKEN, amount: 105n },
      { chain: 'bsc', asset: TOKEN, amount: 100n },
      { chain: 'ethereum', asset: null, amount: 1n },
    ])
  })
})

describe('largerLines', () => {
  test('of one expense the larger amount and worth, and the accounts of both', () => {
    const booked = [line({ amount: 10n, microUsd: 900, parties: [FRIEND] })]
    assert.deepEqual(largerLines(booked, [line({ amount: 20n, microUsd: 800 })]), [
      line({ amount: 20n, microUsd: 900, parties: [ROUTER, FRIEND] }),
    ])
    assert.deepEqual(largerLines([line({ amount: 30n, microUsd: null })], [line({ microUsd: null, amount: 20n })]), [
      line({ amount: 30n, microUsd: null }),
    ])
    assert.equal(largerLines([line({ microUsd: null })], [line({ microUsd: 4 })])[0]?.microUsd, 4)
  })

  test('what only one of them books stays', () => {
    const [coin, other] = [line({ asset: null }), line({ chain: 'bsc' })]
    assert.deepEqual(largerLines([coin], [other]), [other, coin])
    assert.deepEqual(largerLines([], [other]), [other])
    assert.deepEqual(largerLines([coin], []), [coin])
  })

  test('grants to different spenders are two, payments to different accounts one', () => {
    assert.equal(largerLines([grant()], [grant({ parties: [STRANGER] })]).length, 2)
    assert.equal(largerLines([grant()], [grant()]).length, 1)
    assert.equal(largerLines([line()], [line({ parties: [STRANGER] })]).length, 1)
    assert.equal(largerLines([line()], [grant()]).length, 2)
  })

  test('two equal expenses are compared one by one', () => {
    const booked = [line({ amount: 10n }), line({ amount: 40n })]
    assert.deepEqual(
      largerLines(booked, [line({ amount: 20n })]).map(({ amount }) => amount),
      [20n, 40n],
    )
  })
})
