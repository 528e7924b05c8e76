import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { type DeployedCase, deployCorpus } from '../../sandbox/corpus/deployCorpus.ts'
import { isUncounted } from './crowd.ts'
import { runTrades } from './runTrades.ts'
import { openTradeWorld, type TradeWorld } from './testing/tradeWorld.ts'
import { createBudget } from './tradeContext.ts'

const COUNT = 60

let world: TradeWorld
let cases: DeployedCase[]
before(async () => {
  world = await openTradeWorld(['ethereum'])
  const tokens = (await deployCorpus(world.sandbox, 'ethereum')).filter(({ subject }) => subject === 'token')
  // Half of them show it, if the token that counts its buyers is among them.
  cases = tokens.filter(({ id }, index) => index % 2 === 0 || id === 'many-buys.trap')
})
after(() => world[Symbol.asyncDispose]())

describe('one purchase for those of a crowd', () => {
  it('leaves the sale as the crowd leaves it, and stands for none that is counted', async () => {
    const uncounted: string[] = []
    for (const one of cases) {
      const prepared = await world.trade('ethereum', one.address, [one.names.team as Address])
      const context = { ...prepared, budget: createBudget(COUNT) }
      const plan = { account: context.fresh('buyer'), spend: context.spend, passOn: false, wait: 'next-block' } as const
      const [usual] = await runTrades(context, [plan], 'a sale')
      if (!usual || usual.held === null || usual.sellTax === null) continue
      const people = Array.from({ length: 30 }, (_, index) => context.fresh(`crowd ${index}`))
      const spend = context.spend / 2n
      const receivers = usual.purchase?.receivers ?? []
      const amount = usual.held / 100n
      if (!(await isUncounted(context, { people, receivers, count: COUNT, spend, amount }))) continue
      uncounted.push(one.id)
      const buyer = (index: number) => ({ account: people[index % people.length] ?? plan.account, spend })
      const [many, single] = await runTrades(
        context,
        [
          { ...plan, buyers: Array.from({ length: COUNT }, (_, index) => buyer(index)) },
          { ...plan, buyers: [{ ...buyer(0), spend: spend * BigInt(COUNT) }] },
        ],
        'after others',
      )
      assert.ok(many && single, one.id)
      if (single.between.includes(false)) continue
      assert.deepEqual([single.failed, single.sellTax], [many.failed, many.sellTax], one.id)
    }
    assert.ok(uncounted.length > 25, `${uncounted.length}`)
    assert.ok(!uncounted.includes('many-buys.trap'))
  })
})
