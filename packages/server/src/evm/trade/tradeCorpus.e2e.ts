import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { Trade, TradeRun } from '@redoubt/risk/facts/trade.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { CorpusCall } from '../../sandbox/corpus/corpusCase.ts'
import { corpusTransaction } from '../../sandbox/corpus/corpusNames.ts'
import { type DeployedCase, deployCorpus } from '../../sandbox/corpus/deployCorpus.ts'
import { knownPurchase } from './purchases.ts'
import { runTrades } from './runTrades.ts'
import { simulateTrade } from './simulateTrade.ts'
import { openTradeWorld, type TradeWorld } from './testing/tradeWorld.ts'
import { sellOnly, tradeOnce } from './tradeOnce.ts'

/** Percent by which a measured tax may differ from the true one. */
const TOLERANCE = 0.1
/** Percent of a sale that is harm, as the corpus itself judges. */
const HARM = 20

let world: TradeWorld
let cases: DeployedCase[]
before(async () => {
  world = await openTradeWorld(['ethereum'])
  cases = (await deployCorpus(world.sandbox, 'ethereum')).filter(({ subject }) => subject === 'token')
})
after(() => world[Symbol.asyncDispose]())

const prepare = (one: DeployedCase) => world.trade('ethereum', one.address, [one.names.team as Address])
const run = (trade: Trade, scenario: TradeRun['scenario']) => trade.runs.find((each) => each.scenario === scenario)

/** The full trade of a case, simulated once for all tests: none of them changes the chain. */
const trades = new Map<string, Promise<Trade>>()
function traded(one: DeployedCase): Promise<Trade> {
  const trade = trades.get(one.id) ?? prepare(one).then((context) => simulateTrade(context))
  trades.set(one.id, trade)
  return trade
}

/** Whether the facts show a trap: buyers cannot sell, or only with a loss. */
function harms({ runs, later, holders, limits }: Trade): boolean {
  const patient = limits.cooldownSeconds === null ? ['next-block', 'day-later'] : ['day-later']
  return (
    holders.failed > 0 ||
    holders.siphoned > 0 ||
    later.some(({ failed, sellTax }) => failed !== null || (sellTax ?? 0) >= HARM) ||
    runs.some(({ scenario, failed, sellTax, transferTax, alsoLost }) => {
      const counts = [...patient, 'small', 'after-buys', 'holder'].includes(scenario)
      const dear = Math.max(sellTax ?? 0, transferTax ?? 0, alsoLost ?? 0) >= HARM
      return dear || (counts && failed !== null && failed.step !== 'buy')
    })
  )
}

describe('the corpus of traps and twins', () => {
  it('taxes are those of plain transactions', async () => {
    for (const one of cases) {
      if (one.taxes === null || one.market === 'none') continue
      const trade = await traded(one)
      const patient = run(trade, trade.limits.cooldownSeconds === null ? 'next-block' : 'day-later')
      const measured = { buy: patient?.buyTax, transfer: run(trade, 'fresh')?.transferTax, sell: patient?.sellTax }
      for (const step of ['buy', 'transfer', 'sell'] as const) {
        const expected: number | null = one.taxes[step]
        const found: number | null = measured[step] ?? null
        if (expected === null || found === null) assert.equal(found, expected, `${one.id} ${step}`)
        else assert.ok(Math.abs(found - expected) <= TOLERANCE, `${one.id} ${step}: ${found} instead of ${expected}`)
      }
    }
  })

  it('a trap that springs without a switch is seen, and no twin is accused', async () => {
    for (const one of cases) {
      const trade = await traded(one)
      const open = one.springs !== null && one.springs !== 'by-switch'
      assert.equal(harms(trade), open, `${one.id}: ${JSON.stringify(trade.runs.filter(({ failed }) => failed))}`)
      assert.deepEqual(trade.budget.cut, [], one.id)
    }
  })

  it('a late, odd or crowded moment is told by what it was', async () => {
    const ends = async (id: string) => {
      const one = cases.find((each) => each.id === id)
      assert.ok(one, id)
      const { later } = await traded(one)
      return later.flatMap(({ kind, purchases, waitedSeconds, failed }) => {
        return failed === null || kind === 'moment' ? [] : [[kind, purchases, (waitedSeconds ?? 0) / 86_400]]
      })
    }
    assert.deepEqual(await ends('month-gate.trap'), [['time', 0, 40]])
    assert.deepEqual(await ends('many-buys.trap'), [['purchases', 60, 0]])
    assert.deepEqual(await ends('office-hours.trap'), [])
  })

  it('a trade that begins after its traced purchase has the result of one that makes it', async () => {
    let known = 0
    for (const one of cases) {
      const context = await prepare(one)
      const plan = { account: context.fresh('buyer'), spend: context.spend, passOn: true, wait: 'next-block' } as const
      const [made] = await runTrades(context, [plan], 'a purchase')
      const again = await runTrades(context, [plan, plan, plan], 'the same after it')
      const purchase = knownPurchase(context, plan)
      if (purchase?.state != null) known++
      for (const { purchase: _, ...result } of again.filter((result) => result !== null))
        assert.deepEqual({ ...result, purchase: made?.purchase }, made, one.id)
    }
    assert.ok(known > 100, `${known}`)
  })

  it('limits are found where they are', async () => {
    const limits = async (id: string) => {
      const one = cases.find((each) => each.id === id)
      assert.ok(one, id)
      return (await traded(one)).limits
    }
    const near = (found: number | null, expected: number) =>
      assert.ok(found !== null && found <= expected && found > expected * 0.97, `${found} is not about ${expected}`)
    near((await limits('dust-limit.twin')).maxSell, 0.5)
    near((await limits('time-gate.twin')).maxBuy, 1)
    assert.equal((await limits('cooldown-switch.twin')).cooldownSeconds, 60)
  })

  it('a pool is made for what has none', async () => {
    const one = cases.find(({ market }) => market === 'none')
    assert.ok(one)
    const trade = await traded(one)
    assert.equal(trade.pool.made, true)
    assert.equal(trade.pool.depthUsd, null)
    assert.equal(run(trade, 'fresh')?.transferTax, 0)
  })
})

describe('trades around switches', () => {
  /** The cases provoked by the team's calls alone, which show in a sale by an account that no call names. */
  const switched = () =>
    cases.flatMap((one) => {
      const calls = one.provoke.filter((step): step is CorpusCall => 'call' in step && step.by === 'team')
      const named = calls.some(({ args = [] }) => args.flat().some((arg) => String(arg).startsWith('$holder')))
      const alone = calls.length === one.provoke.length && calls.length > 0
      const applies = one.harm === 'sale' && one.market !== 'none' && one.pair !== 'late-code' && alone && !named
      const lower = (call: CorpusCall): Transaction => {
        const { from, to, data, value = 0n } = corpusTransaction(call, one.names)
        return { from: from.toLowerCase() as Address, to: to.toLowerCase() as Address, data, value }
      }
      return applies && (one.springs === 'by-switch' || one.kind === 'twin') ? [{ one, calls: calls.map(lower) }] : []
    })

  it('who holds the token when a switch is turned cannot sell any more, or pays for it; a twin stays harmless', async () => {
    const subjects = switched()
    assert.ok(subjects.filter(({ one }) => one.kind === 'trap').length >= 8)
    for (const { one, calls } of subjects) {
      const [plain, turned] = await sellOnly(await prepare(one), [{ calls: [] }, { calls }])
      assert.ok(plain && turned, one.id)
      const worse = turned.sellTax === null || (turned.sellTax ?? 0) >= (plain.sellTax ?? 0) + HARM
      // A cooldown stops a quick sale before and after: only time shows it.
      if (one.pair === 'cooldown-switch') continue
      assert.equal(worse, one.kind === 'trap', `${one.id}: ${JSON.stringify(turned)}`)
      assert.equal(turned.applied.length, calls.length)
    }
  })

  it('who comes after the switch finds what is left: the same, for a switch that hits everybody', async () => {
    const pause = switched().find(({ one }) => one.id === 'pause-switch.trap')
    assert.ok(pause)
    const [outcome] = await tradeOnce(await prepare(pause.one), [{ calls: pause.calls }])
    assert.deepEqual(outcome?.applied, [true])
    assert.notEqual(outcome?.failed, null)
  })

  it('a stranger turns nothing', async () => {
    const pause = switched().find(({ one }) => one.id === 'pause-switch.trap')
    assert.ok(pause)
    const stranger = pause.one.names.stranger?.toLowerCase() as Address
    const calls = pause.calls.map((call) => ({ ...call, from: stranger }))
    const [outcome] = await sellOnly(await prepare(pause.one), [{ calls }])
    assert.deepEqual(outcome?.applied, [false])
    assert.deepEqual([outcome?.failed, outcome?.sellTax, outcome?.taken], [null, 0, 0])
  })
})
