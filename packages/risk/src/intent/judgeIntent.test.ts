import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Address } from '../address.ts'
import type { HoldingChange, IntentBounds, MeasuredOutcome, RunEffects } from './intentBounds.ts'
import { judgeIntent } from './judgeIntent.ts'

const at = (index: number): Address => `0x${String(index).padStart(40, '0')}`
const [ME, SAFE, SHOP, THIEF, USDC, DAI] = [1, 2, 3, 4, 5, 6].map(at) as [
  Address,
  Address,
  Address,
  Address,
  Address,
  Address,
]

const BOUNDS: IntentBounds = {
  assetsOut: [{ asset: USDC, tokenId: null, amount: 100n }],
  assetsIn: [],
  payees: [SHOP],
  allowances: [],
  usdOut: null,
  feeOut: null,
  deadline: null,
}

const pays = (amount: bigint, to = SHOP, run = 'main'): RunEffects => ({
  run,
  changes: [
    { account: ME, asset: USDC, tokenId: null, amount: -amount },
    { account: to, asset: USDC, tokenId: null, amount },
  ],
  allowances: [],
})

const outcome = (...runs: RunEffects[]): MeasuredOutcome => ({
  principals: [ME, SAFE],
  runs,
  usdOut: 1,
  fee: null,
  feeUsd: null,
  control: [],
  effectAfterDeadline: null,
  unknown: [],
})

const COINS: IntentBounds = { ...BOUNDS, assetsOut: [{ asset: 'native', tokenId: null, amount: 100n }] }
const paysCoins = (amount: bigint): RunEffects => ({
  run: 'main',
  changes: [
    { account: ME, asset: 'native', tokenId: null, amount: -amount },
    { account: SHOP, asset: 'native', tokenId: null, amount },
  ],
  allowances: [],
})
const trades: RunEffects = {
  ...pays(100n),
  changes: [
    ...(pays(100n).changes ?? []),
    { account: SHOP, asset: DAI, tokenId: null, amount: -9n },
    { account: ME, asset: DAI, tokenId: null, amount: 9n },
  ],
}

const verdicts: [string, IntentBounds, MeasuredOutcome, ReturnType<typeof judgeIntent>['outside']][] = [
  ['a payment within its bound', BOUNDS, outcome(pays(100n)), null],
  ['one unit more', BOUNDS, outcome(pays(101n)), 'exceeded'],
  ['one unit more in one environment', BOUNDS, outcome(pays(100n), pays(101n, SHOP, 'other-builder')), 'exceeded'],
  [
    'an environment that could not be run',
    BOUNDS,
    outcome(pays(1n), { run: 'x', changes: null, allowances: null }),
    'unknown',
  ],
  ['a payee where none is listed', { ...BOUNDS, payees: [] }, outcome(pays(1n)), 'exceeded'],
  ['a stated fee where no coin may leave', BOUNDS, { ...outcome(pays(1n)), fee: 1n }, 'exceeded'],
  ['a stated fee that no coin bound covers', COINS, { ...outcome(paysCoins(60n)), fee: 41n }, 'exceeded'],
  ['a stated fee within the coin bound', COINS, { ...outcome(paysCoins(60n)), fee: 40n }, null],
  ['a fee within its own bound', { ...BOUNDS, feeOut: 5n }, { ...outcome(pays(1n)), fee: 5n }, null],
  ['a fee beyond its own bound', { ...COINS, feeOut: 5n }, { ...outcome(paysCoins(1n)), fee: 6n }, 'exceeded'],
  ['a bounded fee that nothing states', { ...BOUNDS, feeOut: 5n }, outcome(pays(1n)), 'unknown'],
  [
    'a fee that exceeds the value',
    { ...BOUNDS, usdOut: 2, feeOut: 9n },
    { ...outcome(pays(1n)), fee: 9n, feeUsd: 1.5 },
    'exceeded',
  ],
  ['a fee without a price', { ...BOUNDS, usdOut: 9, feeOut: 9n }, { ...outcome(pays(1n)), fee: 9n }, 'unknown'],
  ['a bundle that ends early, beyond a bound', BOUNDS, outcome(pays(1n), { ...pays(101n), cut: true }), 'exceeded'],
  [
    'a bundle that ends before anything leaves',
    { ...BOUNDS, assetsIn: [{ asset: DAI, tokenId: null, amount: 9n }] },
    outcome(trades, { run: 'calls-1-to-1', cut: true, changes: [], allowances: [] }),
    null,
  ],
  [
    'a bundle that ends when only the price has left',
    { ...BOUNDS, assetsIn: [{ asset: DAI, tokenId: null, amount: 9n }] },
    outcome(trades, { ...pays(100n), cut: true }),
    'exceeded',
  ],
  ['nothing executed', BOUNDS, outcome(), 'unknown'],
  [
    'allowances that cannot be read, and no bound on any',
    { ...BOUNDS, allowances: [] },
    { ...outcome(pays(1n)), runs: [{ run: 'main', changes: [], allowances: null }] },
    'unknown',
  ],
  ['an incomplete scan', BOUNDS, { ...outcome(pays(1n)), unknown: ['incomplete'] }, 'unknown'],
  ['a coin that no bound names', { ...BOUNDS, assetsOut: [] }, outcome(pays(1n)), 'exceeded'],
  ['an allowed payee', { ...BOUNDS, payees: [SHOP] }, outcome(pays(1n)), null],
  ['a twin that pays another', { ...BOUNDS, payees: [SHOP] }, outcome(pays(1n, THIEF)), 'exceeded'],
  [
    'another payee in one environment',
    { ...BOUNDS, payees: [SHOP] },
    outcome(pays(1n), pays(1n, THIEF, 'later')),
    'exceeded',
  ],
  [
    'a deposit elsewhere that is paid out to another',
    { ...BOUNDS, payees: [] },
    outcome({
      run: 'main',
      changes: [
        { account: SHOP, asset: DAI, tokenId: null, amount: -9n },
        { account: THIEF, asset: DAI, tokenId: null, amount: 9n },
      ],
      allowances: [],
    }),
    'exceeded',
  ],
  [
    'a second pool of a trade, which gives something for it',
    { ...BOUNDS, payees: [] },
    outcome({
      run: 'main',
      changes: [
        { account: SHOP, asset: USDC, tokenId: null, amount: -8n },
        { account: THIEF, asset: DAI, tokenId: null, amount: -9n },
        { account: THIEF, asset: USDC, tokenId: null, amount: 8n },
        { account: ME, asset: DAI, tokenId: null, amount: 9n },
      ],
      allowances: [],
    }),
    null,
  ],
  [
    'a return that does not come',
    { ...BOUNDS, assetsIn: [{ asset: DAI, tokenId: null, amount: 1n }] },
    outcome(pays(1n)),
    'exceeded',
  ],
  [
    'assets that pass between the accounts at stake',
    { ...BOUNDS, assetsOut: [], payees: [] },
    outcome(pays(5n, SAFE)),
    null,
  ],
  [
    'an allowance that no bound names',
    BOUNDS,
    outcome({ run: 'main', changes: [], allowances: [{ asset: USDC, spender: THIEF, amount: 1n }] }),
    'exceeded',
  ],
  [
    'an allowance of nothing',
    BOUNDS,
    outcome({ run: 'main', changes: [], allowances: [{ asset: USDC, spender: THIEF, amount: 0n }] }),
    null,
  ],
  [
    'a whole collection under a numeric bound',
    { ...BOUNDS, allowances: [{ asset: DAI, spender: SHOP, amount: 2n ** 256n - 1n }] },
    outcome({ run: 'main', changes: [], allowances: [{ asset: DAI, spender: SHOP, amount: 'unlimited' }] }),
    'exceeded',
  ],
  [
    'a whole collection that may be given',
    { ...BOUNDS, allowances: [{ asset: DAI, spender: SHOP, amount: 'unlimited' }] },
    outcome({ run: 'main', changes: [], allowances: [{ asset: DAI, spender: SHOP, amount: 'unlimited' }] }),
    null,
  ],
  ['value without a price', { ...BOUNDS, usdOut: 5 }, { ...outcome(pays(1n)), usdOut: null }, 'unknown'],
  ['more value than allowed', { ...BOUNDS, usdOut: 0.5 }, outcome(pays(1n)), 'exceeded'],
  ['a deadline that was not tried', { ...BOUNDS, deadline: 9n }, outcome(pays(1n)), 'unknown'],
  [
    'an effect after the deadline',
    { ...BOUNDS, deadline: 9n },
    { ...outcome(pays(1n)), effectAfterDeadline: true },
    'exceeded',
  ],
  [
    'no effect after the deadline',
    { ...BOUNDS, deadline: 9n },
    { ...outcome(pays(1n)), effectAfterDeadline: false },
    null,
  ],
  ['control that passes on', BOUNDS, { ...outcome(pays(1n)), control: [THIEF] }, 'exceeded'],
  ['control that is not known', BOUNDS, { ...outcome(pays(1n)), control: null }, 'unknown'],
  [
    'two items under a bound of their collection',
    { ...BOUNDS, assetsOut: [{ asset: DAI, tokenId: null, amount: 1n }] },
    outcome({
      run: 'main',
      changes: [1n, 2n].map((tokenId) => ({ account: ME, asset: DAI, tokenId, amount: -1n })),
      allowances: [],
    }),
    'exceeded',
  ],
]

describe('an intent', () => {
  for (const [name, bounds, measured, outside] of verdicts)
    test(`${name}: ${outside ?? 'inside'}`, () => {
      const judged = judgeIntent(bounds, measured)
      assert.deepEqual([judged.inside, judged.outside], [outside === null, outside])
    })

  test('the measured value is the worst of all runs, and says which', () => {
    const [first] = judgeIntent(BOUNDS, outcome(pays(7n), pays(9n, SHOP, 'a-day-later'), pays(8n, SHOP, 'x'))).bounds
    assert.deepEqual([first?.measured, first?.run, first?.limit], ['9', 'a-day-later', '100'])
  })
})

const ASSETS = ['native', USDC, DAI] as const
const amount = fc.bigInt({ min: 0n, max: 40n })
const account = fc.constantFrom(ME, SAFE, SHOP, THIEF)
const run = fc.record({
  run: fc.constantFrom('main', 'b', 'c'),
  changes: fc.option(
    fc.array(
      fc.record({
        account,
        asset: fc.constantFrom(...ASSETS),
        tokenId: fc.constant(null),
        amount: fc.bigInt({ min: -20n, max: 40n }),
      }),
    ),
    { freq: 9 },
  ),
  allowances: fc.option(
    fc.array(
      fc.record({
        asset: fc.constantFrom(USDC, DAI),
        spender: account,
        amount: fc.oneof(amount, fc.constant('unlimited' as const)),
      }),
      { maxLength: 3 },
    ),
    { freq: 9 },
  ),
})
const outcomes: fc.Arbitrary<MeasuredOutcome> = fc.record({
  principals: fc.constant([ME, SAFE]),
  runs: fc.array(run, { maxLength: 3 }),
  usdOut: fc.option(fc.integer({ min: 0, max: 40 })),
  fee: fc.option(amount, { freq: 1 }),
  feeUsd: fc.option(fc.integer({ min: 0, max: 9 }), { freq: 9 }),
  control: fc.oneof(
    { weight: 8, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.constant(null) },
    fc.constant([THIEF]),
  ),
  effectAfterDeadline: fc.option(fc.boolean()),
  unknown: fc.oneof({ weight: 8, arbitrary: fc.constant([]) }, fc.constant(['incomplete'])),
})
const assetBounds = fc.uniqueArray(
  fc.record({ asset: fc.constantFrom(...ASSETS), tokenId: fc.constant(null), amount }),
  {
    selector: ({ asset }) => asset,
  },
)
const boundsOf: fc.Arbitrary<IntentBounds> = fc.record({
  assetsOut: assetBounds,
  assetsIn: assetBounds,
  payees: fc.array(account),
  allowances: fc.uniqueArray(fc.record({ asset: fc.constantFrom(USDC, DAI), spender: account, amount }), {
    selector: ({ asset, spender }) => asset + spender,
  }),
  usdOut: fc.option(fc.integer({ min: 0, max: 40 }), { freq: 1 }),
  feeOut: fc.option(amount, { freq: 1 }),
  deadline: fc.option(fc.constant(9n), { freq: 1 }),
})

/** The same question, answered by counting. */
function isInside(bounds: IntentBounds, { principals, runs, ...whole }: MeasuredOutcome): boolean {
  if (runs.length === 0 || whole.unknown.length > 0 || whole.control === null || whole.control.length > 0) return false
  const { fee } = whole
  const feeUsd = fee === null ? 0 : whole.feeUsd
  if (bounds.usdOut !== null && (whole.usdOut === null || feeUsd === null)) return false
  if (bounds.usdOut !== null && (whole.usdOut ?? 0) + (feeUsd ?? 0) > bounds.usdOut) return false
  if (bounds.feeOut !== null && (fee === null || fee > bounds.feeOut)) return false
  const withCoins = bounds.feeOut === null ? (fee ?? 0n) : 0n
  if (bounds.deadline !== null && whole.effectAfterDeadline !== false) return false
  return runs.every(({ changes, allowances }) => {
    if (changes === null || allowances === null) return false
    const net = (asset: string) =>
      changes
        .filter((one) => one.asset === asset && principals.includes(one.account))
        .reduce((sum, one) => sum + one.amount, 0n)
    const most = (asset: string) => bounds.assetsOut.find((one) => one.asset === asset)?.amount ?? 0n
    const least = (asset: string) => bounds.assetsIn.find((one) => one.asset === asset)?.amount
    const isLost = (one: HoldingChange, by: keyof HoldingChange) =>
      changes.some((other) => other.amount < 0n && other[by] === one[by])
    const strangers = changes.filter(
      (one) =>
        one.amount > 0n &&
        !principals.includes(one.account) &&
        (net(one.asset) < 0n || (isLost(one, 'asset') && !isLost(one, 'account'))),
    )
    return (
      ASSETS.every((asset) => -net(asset) <= most(asset) && net(asset) >= (least(asset) ?? net(asset))) &&
      strangers.every((one) => bounds.payees.includes(one.account)) &&
      (withCoins === 0n || withCoins + (net('native') < 0n ? -net('native') : 0n) <= most('native')) &&
      allowances.every((one) => {
        const max =
          bounds.allowances.find((bound) => bound.asset === one.asset && bound.spender === one.spender)?.amount ?? 0n
        return one.amount === 0n || (one.amount !== 'unlimited' && max !== 'unlimited' && one.amount <= max)
      })
    )
  })
}

test('an intent is inside exactly when a count over all runs says so', () => {
  let inside = 0
  fc.assert(
    fc.property(boundsOf, outcomes, (bounds, measured) => {
      const told = measured.fee === null ? { ...measured, feeUsd: null } : measured
      const judged = judgeIntent(bounds, told)
      if (judged.inside) inside++
      assert.equal(judged.inside, isInside(bounds, told))
      assert.equal(judged.inside, judged.bounds.every((one) => one.outside === null) && judged.outside === null)
    }),
    { numRuns: 9_000 },
  )
  assert.ok(inside > 10, `${inside} cases are inside`)
})

test('a run more never brings an intent inside, and wider bounds never put it outside', () => {
  fc.assert(
    fc.property(boundsOf, outcomes, run, fc.bigInt({ min: 0n, max: 9n }), (bounds, measured, more, by) => {
      const judged = judgeIntent(bounds, measured)
      if (!judged.inside) {
        if (measured.runs.length > 0)
          assert.equal(judgeIntent(bounds, { ...measured, runs: [...measured.runs, more] }).inside, false)
        return
      }
      const wider: IntentBounds = {
        ...bounds,
        assetsOut: bounds.assetsOut.map((one) => ({ ...one, amount: one.amount + by })),
        payees: [ME, SAFE, SHOP, THIEF],
      }
      assert.equal(judgeIntent(wider, measured).inside, true)
    }),
    { numRuns: 2_000 },
  )
})
