import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { Sequence } from '../simulation/simulator.ts'
import { asWallet, initialBalanceOf } from './pockets.ts'
import { simulateTrade } from './simulateTrade.ts'
import { openTradeWorld, type TradeWorld } from './testing/tradeWorld.ts'

const ETHER = 10n ** 18n
const account = (index: number): Address => `0x${(0xabcdef00 + index).toString(16).padStart(40, '0')}`
let signal: AbortSignal
before(() => {
  signal = AbortSignal.timeout(60_000)
})

let world: TradeWorld
before(async () => {
  world = await openTradeWorld(['ethereum'])
})
after(() => world[Symbol.asyncDispose]())

describe('what simulated accounts have', () => {
  it('differs as wallets do, and follows from the address', () => {
    const pockets = Array.from({ length: 100 }, (_, index) => initialBalanceOf(account(index)))
    assert.equal(new Set(pockets).size, 100)
    assert.ok(pockets.every((pocket) => pocket >= ETHER / 20n && pocket <= 300n * ETHER))
    assert.ok(pockets.some((pocket) => pocket < ETHER) && pockets.some((pocket) => pocket > 50n * ETHER))
    assert.equal(initialBalanceOf(account(1)), pockets[1])
  })

  it('fees and gas limits differ too, and only a little', async () => {
    const context = await world.trade('ethereum', world.sandbox.world.ethereum.tokens.honest)
    const calls = Array.from({ length: 20 }, (_, index) =>
      asWallet(context, { from: account(index), to: context.token, value: 0n, data: '0x', gas: 2_000_000n }),
    )
    assert.ok(new Set(calls.map(({ gasPrice }) => gasPrice)).size > 15)
    assert.ok(new Set(calls.map(({ gas }) => gas)).size > 15)
    for (const { gas = 0n } of calls) assert.ok(gas > 1_690_000n && gas <= 2_000_000n)
  })

  it('is never one sum for all, and people who hold the token keep what they have', async () => {
    const context = await world.trade('ethereum', world.sandbox.world.ethereum.tokens.honest)
    const seen: Sequence[] = []
    const simulator: typeof context.simulator = {
      ...context.simulator,
      simulateSequences: (request) => {
        seen.push(...request.sequences)
        return context.simulator.simulateSequences(request)
      },
    }
    const trade = await simulateTrade({ ...context, simulator })
    const given = new Map<string, bigint>()
    for (const { stateOverrides = {} } of seen)
      for (const [address, { balance }] of Object.entries(stateOverrides))
        if (balance !== undefined) given.set(address, balance)
    const people = trade.runs.filter(({ scenario }) => scenario === 'holder').map((run) => run.account)
    assert.ok(people.length >= 3)
    for (const person of people) {
      const own = await context.chain.balance(context.block, person, signal)
      const extra = (given.get(person) ?? 0n) - own
      assert.ok(own > 0n && extra > 0n && extra < 10n * ETHER, `${person} has ${own} and was given ${extra}`)
    }
    const buyers = [...Array(10).keys()].map((index) => given.get(context.fresh(`buyer ${index}`)) ?? 0n)
    assert.ok(new Set(buyers).size === 10 && buyers.every((balance) => balance > 0n))
  })
})
