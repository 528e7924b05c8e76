import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { Trade, TradeRun } from '@redoubt/risk/facts/trade.ts'
import { SANDBOX_CHAINS } from '../../sandbox/canonical.ts'
import { SimulationUnavailable } from '../simulation/simulator.ts'
import { runTrades } from './runTrades.ts'
import { simulateTrade } from './simulateTrade.ts'
import { openTradeWorld, type TradeWorld } from './testing/tradeWorld.ts'
import type { TradeContext, TradePlan } from './tradeContext.ts'
import { words } from './trader.ts'
import { createVenue } from './venue.ts'

let world: TradeWorld
before(async () => {
  world = await openTradeWorld(SANDBOX_CHAINS)
})
after(() => world[Symbol.asyncDispose]())

const run = (trade: Trade, scenario: TradeRun['scenario']) => trade.runs.find((one) => one.scenario === scenario)
const failures = (trade: Trade) =>
  trade.runs.flatMap(({ scenario, failed }) => (failed ? [[scenario, failed.step]] : []))
const NO_LIMITS = { maxBuy: null, maxSell: null, maxHolding: null, cooldownSeconds: null }

for (const chain of SANDBOX_CHAINS)
  describe(`trading on ${chain}`, () => {
    it('an honest token goes through everything untaxed', async () => {
      const { tokens, dex } = world.sandbox.world[chain]
      const trade = await simulateTrade(await world.trade(chain, tokens.honest))
      assert.deepEqual(failures(trade), [])
      assert.deepEqual(trade.limits, NO_LIMITS)
      assert.equal(trade.pool.address, dex.pairs.honest.toLowerCase())
      assert.equal(trade.pool.made, false)
      assert.ok((trade.pool.depthUsd ?? 0) > 200_000 && (trade.pool.depthUsd ?? 0) < 300_000)
      const { buyTax, transferTax, sellTax } = run(trade, 'fresh') ?? {}
      assert.deepEqual([buyTax, transferTax, sellTax], [0, 0, 0])
      assert.deepEqual(
        trade.runs.slice(0, 6).map(({ scenario }) => scenario),
        ['fresh', 'small', 'large', 'next-block', 'day-later', 'after-buys'],
      )
      assert.ok(trade.holders.sampled >= 3)
      assert.deepEqual({ ...trade.holders, sampled: 0 }, { sampled: 0, failed: 0, highestTax: 0, siphoned: 0 })
      assert.deepEqual(trade.budget.cut, [])
    })

    it('a tax of 2 % is 2 %, in every size and for who holds it', async () => {
      const { tokens, actors } = world.sandbox.world[chain]
      const trade = await simulateTrade(await world.trade(chain, tokens.taxed, [actors.taxTeam]))
      assert.deepEqual(failures(trade), [])
      for (const { scenario, buyTax, transferTax, sellTax } of trade.runs) {
        if (scenario !== 'holder') assert.equal(buyTax, 2, scenario)
        assert.equal(sellTax, 2, scenario)
        // Moving it between people is free.
        assert.equal(transferTax, scenario === 'fresh' ? 0 : null)
      }
      assert.equal(trade.holders.highestTax, 2)
    })

    it('a honeypot lets only its team out, which is no sample', async () => {
      const { traps, actors } = world.sandbox.world[chain]
      const trade = await simulateTrade(await world.trade(chain, traps.honeypot, [actors.honeypotTeam]))
      assert.deepEqual(
        trade.runs.map(({ failed }) => failed),
        trade.runs.map(() => ({ step: 'sell', reason: 'ERC20: transfer amount exceeds balance' })),
      )
      assert.deepEqual(trade.holders, { sampled: 3, failed: 3, highestTax: null, siphoned: 0 })
      assert.equal(run(trade, 'fresh')?.buyTax, 0)
      assert.equal(run(trade, 'fresh')?.transferTax, 0)
      assert.equal(run(trade, 'fresh')?.sellTax, null)
    })

    it('what the owner could do later is not yet seen', async () => {
      const trade = await simulateTrade(await world.trade(chain, world.sandbox.world[chain].traps.ruggable))
      assert.deepEqual(failures(trade), [])
    })

    it('quote tokens are traded themselves, on either style of pool', async () => {
      const { tokens } = world.sandbox.world[chain]
      const styles = new Set<string>()
      for (const token of [tokens.usdc, tokens.dai, tokens.usdt, tokens.wrapped]) {
        const trade = await simulateTrade(await world.trade(chain, token))
        assert.deepEqual(failures(trade), [], token)
        assert.equal(run(trade, 'large')?.sellTax, 0)
        styles.add(trade.pool.style)
      }
      assert.ok(styles.has('v2'))
    })
  })

describe('pools', () => {
  it('the deepest one is chosen, V3 where it is', async () => {
    const { tokens, dex } = world.sandbox.world.ethereum
    const { venue } = await world.trade('ethereum', tokens.dai)
    assert.equal(venue.pool.address, dex.pools.dai.toLowerCase())
    assert.equal(venue.pool.style, 'v3')
    assert.equal(venue.router, dex.v3Router.toLowerCase())
  })

  it('an unheld token cannot be traded, and the answer says so', async () => {
    await assert.rejects(world.trade('ethereum', world.sandbox.world.ethereum.traps.counterfeit), {
      name: 'TradeUnavailable',
      message: /^No exchange has a pool of it, and nobody is known/,
    })
  })
})

describe('exchanges whose router is not known', () => {
  /** The same pool, swapped in by the trader contract. */
  const unknown = async (token: Address): Promise<TradeContext> => {
    const context = await world.trade('ethereum', token)
    const { pool, quoteStorage } = context.venue
    const wrapped = world.sandbox.world.ethereum.tokens.wrapped.toLowerCase() as Address
    const route = { kind: 'trader', router: context.trader } as const
    const venue = createVenue(pool, context.token, { route, wrapped, slot: quoteStorage?.slot ?? null })
    return { ...context, venue }
  }

  it('V2: the taxes are the same', async () => {
    const trade = await simulateTrade(await unknown(world.sandbox.world.ethereum.tokens.taxed))
    assert.deepEqual(failures(trade), [])
    const { buyTax, transferTax, sellTax } = run(trade, 'fresh') ?? {}
    assert.deepEqual([buyTax, transferTax, sellTax], [2, 0, 2])
  })

  it('V3 and quotes other than the native coin, too', async () => {
    const { tokens } = world.sandbox.world.ethereum
    for (const token of [tokens.dai, tokens.wrapped]) {
      const context = await unknown(token)
      const trade = await simulateTrade(context)
      assert.deepEqual(failures(trade), [], context.venue.pool.style)
      assert.equal(run(trade, 'fresh')?.sellTax, 0)
    }
  })

  it('a honeypot says why in its own words', async () => {
    const trade = await simulateTrade(await unknown(world.sandbox.world.ethereum.traps.honeypot))
    assert.deepEqual(run(trade, 'fresh')?.failed, { step: 'sell', reason: 'ERC20: transfer amount exceeds balance' })
  })
})

describe('the budget', () => {
  it('ends what is begun later, by name', async () => {
    const context = await world.trade('ethereum', world.sandbox.world.ethereum.tokens.honest)
    let left = 12
    const cut: string[] = []
    const budget = {
      take: (runs: number, what: string) => {
        left -= runs
        if (left < 0) cut.push(what)
        return left >= 0
      },
      burn: () => undefined,
      note: (what: string) => void cut.push(what),
      fail: (what: string) => void cut.push(what),
      failure: () => null,
      report: () => ({ runs: 12, max: 12, cut }),
    }
    const trade = await simulateTrade({ ...context, budget })
    assert.equal(trade.runs.length, 6)
    assert.deepEqual(trade.budget.cut, ['holders', 'sales at other times'])
    assert.equal(trade.holders.sampled, 0)
  })

  it('and the engine accuse no account: omissions are named, and no execution at all is unknown', async () => {
    const context = await world.trade('ethereum', world.sandbox.world.ethereum.tokens.honest)
    const less = (gone: (index: number) => boolean): typeof context.simulator => ({
      ...context.simulator,
      simulateSequences: async (request) => {
        const outcomes = await context.simulator.simulateSequences(request)
        // Single ones are reads.
        return outcomes.map((outcome, index) => (outcomes.length > 1 && gone(index) ? null : outcome))
      },
    })
    const trade = await simulateTrade({ ...context, simulator: less((index) => index === 5) })
    assert.deepEqual(failures(trade), [])
    assert.equal(run(trade, 'after-buys'), undefined)
    assert.ok(trade.budget.cut.includes('scenarios'))
    await assert.rejects(simulateTrade({ ...context, simulator: less(() => true) }), SimulationUnavailable)
  })

  it('of an account that was given something in between, what it bought is sold', async () => {
    const context = await world.trade('ethereum', world.sandbox.world.ethereum.tokens.honest)
    const friend = world.sandbox.world.ethereum.actors.friend.toLowerCase() as Address
    const account = context.fresh('buyer')
    const gift = { from: friend, to: context.token, value: 0n, data: words('0xa9059cbb', account, 1_000n) }
    const plan: TradePlan = { account, spend: context.spend, passOn: false, wait: 'next-block' }
    const [plain, given] = await runTrades(context, [plan, { ...plan, between: [gift] }], 'gifts')
    assert.deepEqual(given?.between, [true])
    assert.ok(plain?.sold)
    assert.deepEqual([given?.failed, given?.sold], [null, plain?.sold])
  })

  it('a scan that has ended begins nothing', async () => {
    const context = await world.trade('ethereum', world.sandbox.world.ethereum.tokens.honest)
    const signal = AbortSignal.abort(new Error('the scan is over'))
    await assert.rejects(simulateTrade({ ...context, signal }), /the scan is over/)
  })
})
