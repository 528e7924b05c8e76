import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { WalletHistory } from '@redoubt/risk/facts/walletHistory.ts'
import { historyWorld, nodeWithoutMethods, OTS } from './testing/historyWorld.ts'

// The same wallets through every source: services that list the sandbox's own chain, and nodes with missing features.

const world = historyWorld()

/** Facts that every complete source gives; times are left out, which logs do not tell. */
const facts = ({ transactions, transfers, firstSeen, lastSeen, funding, sentCount }: WalletHistory) => ({
  firstSeen,
  lastSeen,
  funding,
  sentCount,
  transactions,
  transfers: transfers.map(({ timestamp: _, ...rest }) => rest),
})

const ACTORS = [
  'trader',
  'friend',
  'fresh',
  'careless',
  'delegated',
  'hacker',
  'poisoner',
  'artist',
  'collector',
  'designated',
  'rugTeam',
  'drainerOperator',
  'exchange',
] as const

describe('the same wallet', () => {
  for (const actor of ACTORS)
    it(`${actor}: every source tells the same, or says what it does not know`, async () => {
      const told: Record<string, WalletHistory> = {}
      for (const [name, given] of Object.entries(world.sources)) {
        world.node.rule = null
        await world.fresh()
        told[name] = await world.gather(world.addressOf(actor), given())
      }
      const { etherscan, blockscout, ots, archive, head } = told as Record<
        'etherscan' | 'blockscout' | 'ots' | 'archive' | 'head',
        WalletHistory
      >
      assert.deepEqual(facts(blockscout), facts(etherscan))
      assert.deepEqual(facts(ots), facts(etherscan))
      for (const [name, history] of Object.entries(told)) assert.equal(history.source, name)
      for (const history of [archive, head]) {
        assert.equal(history.sentCount, etherscan.sentCount)
        if (history.complete.funding) assert.deepEqual(history.funding, etherscan.funding)
        if (history.complete.firstSeen && etherscan.complete.firstSeen)
          assert.equal(history.firstSeen?.blockNumber, etherscan.firstSeen?.blockNumber)
        assert.equal(history.complete.transfers, false)
        const tokens = (one: WalletHistory) => facts(one).transfers.filter(({ assetType }) => assetType !== 'native')
        assert.deepEqual(tokens(history), tokens(etherscan))
        for (const { hash } of history.transactions) assert.ok(etherscan.transactions.some((one) => one.hash === hash))
        assert.ok(history.cut.length > 0 || history === archive)
      }
      assert.deepEqual(
        [head.complete.transactions, head.complete.firstSeen, head.complete.funding, head.funding],
        [false, false, false, null],
      )
      // Old state shows how any wallet began.
      assert.ok(archive.complete.firstSeen)
    })

  it('is funded as the sandbox funded it', async () => {
    for (const [name, given] of Object.entries(world.sources)) {
      if (name === 'head') continue
      world.node.rule = null
      await world.fresh()
      const { funding, firstSeen, complete } = await world.gather(world.addressOf('designated'), given())
      assert.equal(funding?.from, world.addressOf('exchange'), name)
      assert.equal(
        Math.round((world.sandbox.world.ethereum.headTimestamp - (firstSeen?.timestamp ?? 0)) / 86_400),
        180,
        name,
      )
      assert.ok(complete.funding && complete.firstSeen, name)
    }
  })

  it('paid by a contract is funded by the contract, where payments inside transactions are known', async () => {
    const { funding } = await world.gather(world.addressOf('hacker'))
    assert.equal(funding?.from, world.sandbox.world.ethereum.listed.bridge.toLowerCase())
    await world.fresh()
    world.node.rule = nodeWithoutMethods(OTS)
    assert.deepEqual((await world.gather(world.addressOf('hacker'))).funding, funding)
    await world.fresh()
    world.node.rule = nodeWithoutMethods([...OTS, 'trace_block'])
    const without = await world.gather(world.addressOf('hacker'))
    assert.deepEqual([without.funding, without.complete.funding], [null, false])
    assert.match(without.cut.join(), /first seen in block \d+, which does not tell who paid/)
  })

  it('an account paid by genesis has no known funder, and no source says otherwise', async () => {
    for (const given of Object.values(world.sources)) {
      world.node.rule = null
      await world.fresh()
      const { funding, complete } = await world.gather(world.addressOf('exchange'), given())
      assert.deepEqual([funding, complete.funding], [null, false])
    }
  })

  it('an unused address has no history, which is known', async () => {
    const stranger: Address = `0x${'5e'.repeat(20)}`
    for (const name of ['etherscan', 'blockscout', 'ots', 'archive'] as const) {
      world.node.rule = null
      await world.fresh()
      const { complete, ...rest } = await world.gather(stranger, world.sources[name]())
      assert.deepEqual(
        [rest.firstSeen, rest.lastSeen, rest.funding, rest.sentCount, rest.transfers],
        [null, null, null, 0, []],
      )
      assert.ok(complete.firstSeen && complete.funding, name)
    }
  })

  it('is asked little of when only its funding is wanted', async () => {
    const given = world.sources.etherscan()
    const { funding } = await world.gather(world.addressOf('designated'), given, { fundingOnly: true })
    assert.equal(funding?.from, world.addressOf('exchange'))
    assert.deepEqual(world.service.asked.map((path) => new URL(path, 'http://x').searchParams.get('action')).sort(), [
      'txlist',
      'txlistinternal',
    ])
  })
})
