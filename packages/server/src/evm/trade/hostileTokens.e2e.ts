import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Trade } from '@redoubt/risk/facts/trade.ts'
import { createChainBuilder } from '../../sandbox/chainBuilder.ts'
import { addLiquidityNative, approve, UNLIMITED } from '../../sandbox/history/calls.ts'
import { initCode, nodeRpc } from '../../sandbox/nodeRpc.ts'
import { PROFILES } from '../../sandbox/profiles.ts'
import { assemble } from '../simulation/testing/assembler.ts'
import { simulateTrade } from './simulateTrade.ts'
import { openTradeWorld, type TradeWorld } from './testing/tradeWorld.ts'

const http = createOperatorFetch()
let world: TradeWorld
let rpc: ReturnType<typeof nodeRpc>
before(async () => {
  world = await openTradeWorld(['ethereum'])
  rpc = nodeRpc(world.sandbox.rpcUrls.ethereum, http)
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await http.close()
})

/** Trades the sandbox's honest token after its code was replaced, and puts it back. */
async function tradeAs(code: Hex): Promise<Trade> {
  const token = world.sandbox.world.ethereum.tokens.honest
  const honest = await rpc('eth_getCode', [token, 'latest'])
  try {
    await rpc('anvil_setCode', [token, code])
    await mine()
    return await simulateTrade(await world.trade('ethereum', token))
  } finally {
    await rpc('anvil_setCode', [token, honest])
    await mine()
  }
}

async function mine(): Promise<void> {
  const head = (await rpc('eth_getBlockByNumber', ['latest', false])) as { timestamp: Hex }
  await rpc('evm_mine', [Number(head.timestamp) + 12])
}

/** Bytes that answer one word to everything. */
const always = (word: string) => assemble(`${word} 0 MSTORE 32 0 RETURN`)
const pair = () => world.sandbox.world.ethereum.dex.pairs.honest.toLowerCase()

const HOSTILE: readonly {
  what: string
  code: () => Hex
  step: 'buy' | 'transfer' | 'approve' | 'sell'
  reason: RegExp
}[] = [
  { what: 'reverts at everything', code: () => assemble('0 0 REVERT'), step: 'buy', reason: /./ },
  { what: 'has no code any more', code: () => '0x', step: 'buy', reason: /./ },
  { what: 'is invalid code', code: () => assemble('INVALID'), step: 'buy', reason: /./ },
  {
    what: 'never ends',
    code: () => assemble(':again @again JUMP'),
    step: 'buy',
    reason: /gas|INSUFFICIENT|TRANSFER|reason/,
  },
  { what: 'answers a megabyte', code: () => assemble('1 0 MSTORE 1048576 0 RETURN'), step: 'buy', reason: /./ },
  { what: 'reverts with a megabyte', code: () => assemble('1048576 0 REVERT'), step: 'buy', reason: /./ },
  { what: 'destroys itself when touched', code: () => assemble('CALLER SELFDESTRUCT'), step: 'buy', reason: /./ },
  { what: 'says yes and moves nothing', code: () => always('1'), step: 'buy', reason: /./ },
  { what: 'says that everybody has everything', code: () => always(`0x${'ff'.repeat(32)}`), step: 'buy', reason: /./ },
  {
    what: 'answers who asks with its address',
    code: () => assemble('CALLER 0 MSTORE 32 0 RETURN'),
    step: 'buy',
    reason: /./,
  },
  {
    what: 'calls the pair from within',
    // sync() of the pair, whose answer it ignores, then yes.
    code: () => assemble(`0xfff6cae9 0 MSTORE 0 0 4 28 0 ${pair()} GAS CALL POP 1 0 MSTORE 32 0 RETURN`),
    step: 'buy',
    reason: /./,
  },
]

describe('tokens that mean the simulator', () => {
  for (const { what, code, step, reason } of HOSTILE)
    it(`one that ${what} is one that cannot be traded`, async () => {
      const trade = await tradeAs(code())
      assert.ok(trade.runs.length >= 6)
      for (const run of trade.runs.slice(0, 6)) {
        assert.equal(run.failed?.step, step, JSON.stringify(run))
        assert.match(run.failed?.reason ?? '', reason)
        assert.ok((run.failed?.reason ?? '').length <= 200)
        assert.equal(run.sellTax, null)
      }
      assert.equal(world.simulator.stats().crashes, 0)
    })

  it('the next token is traded as if nothing had been', async () => {
    const trade = await simulateTrade(await world.trade('ethereum', world.sandbox.world.ethereum.tokens.honest))
    assert.deepEqual(
      trade.runs.map(({ failed }) => failed),
      trade.runs.map(() => null),
    )
  })
})

describe('tokens with odd numbers', () => {
  const cases = [
    { what: 'no decimals and a supply of a thousand', decimals: 0, supply: 1_000n, pooled: 900n },
    { what: '77 decimals', decimals: 77, supply: 10n ** 30n, pooled: 10n ** 29n },
    { what: 'all the supply a word can say', decimals: 18, supply: 2n ** 256n - 1n, pooled: 2n ** 111n },
    { what: 'a single unit', decimals: 0, supply: 1n, pooled: 1n },
  ]
  for (const { what, decimals, supply, pooled } of cases)
    it(what, async () => {
      const { actors, dex } = world.sandbox.world.ethereum
      const team = actors.projectTeam
      const builder = createChainBuilder(rpc, PROFILES.ethereum.fees)
      await rpc('anvil_setBalance', [team, '0x3635c9adc5dea00000'])
      const code = initCode('PlainToken', ['Odd', 'ODD', decimals, supply, team])
      const token = await deployed(team, code)
      await builder.send({ from: team, to: token, data: approve(dex.v2Router, UNLIMITED), note: 'approve' })
      const data = addLiquidityNative(token, pooled, team)
      const mayFail = supply === 1n
      const liquidity = { from: team, to: dex.v2Router, data, value: 10n ** 19n, gas: 6_000_000n, note: 'liquidity' }
      await builder.send({ ...liquidity, ...(mayFail ? { mayFail } : {}) })
      const head = (await rpc('eth_getBlockByNumber', ['latest', false])) as { timestamp: Hex }
      await builder.mine(Number(head.timestamp) + 12)
      const trade = await simulateTrade(await world.trade('ethereum', token, [team]))
      if (supply === 1n) {
        // One unit is either in the pool or not: a buyer cannot get a part of it.
        assert.ok(trade.runs.every(({ failed }) => failed?.step === 'buy'))
        return
      }
      const next = trade.runs.find(({ scenario }) => scenario === 'next-block')
      assert.deepEqual([next?.failed, next?.buyTax, next?.sellTax], [null, 0, 0])
    })

  /** Deploys by a transaction of the team's account. */
  async function deployed(from: Address, data: Hex): Promise<Address> {
    const hash = await rpc('eth_sendTransaction', [{ from, data, gas: '0x5b8d80' }])
    await mine()
    const receipt = (await rpc('eth_getTransactionReceipt', [hash])) as { contractAddress: Address }
    return receipt.contractAddress
  }
})
