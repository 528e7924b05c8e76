import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { nodeRpc } from '../../sandbox/nodeRpc.ts'
import { type BalanceSlot, quoteSlots } from './quoteSlots.ts'
import { type Holder, recentHolders } from './recentHolders.ts'
import { siphoned } from './simulateTrade.ts'
import { openTradeWorld, type TradeWorld } from './testing/tradeWorld.ts'
import { word } from './trader.ts'

const http = createOperatorFetch()
let signal: AbortSignal
before(() => {
  signal = AbortSignal.timeout(60_000)
})
let world: TradeWorld
let rpc: ReturnType<typeof nodeRpc>
let token: Address
before(async () => {
  world = await openTradeWorld(['ethereum'])
  rpc = nodeRpc(world.sandbox.rpcUrls.ethereum, http)
  token = world.sandbox.world.ethereum.tokens.honest.toLowerCase() as Address
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await http.close()
})

const sources = () => ({ chain: world.source('ethereum'), simulator: world.simulator })
const trader: Address = `0x${'7a'.repeat(20)}`

async function holders(exclude: Address[] = [], max = 8): Promise<Holder[]> {
  return recentHolders(sources(), { block: await world.head('ethereum'), token, trader, exclude, max }, signal)
}
async function slotOf(subjectToken: Address): Promise<BalanceSlot> {
  const subject = { block: await world.head('ethereum'), token: subjectToken }
  const slot = await quoteSlots(sources(), subject, signal)
  assert.ok(slot)
  return slot
}
/** Writes a word where no event tells of it, in a block of its own. */
async function write(slot: Hex, value: bigint): Promise<void> {
  await rpc('anvil_setStorageAt', [token, slot, `0x${word(value)}`])
  const head = (await rpc('eth_getBlockByNumber', ['latest', false])) as { timestamp: Hex }
  await rpc('evm_mine', [Number(head.timestamp) + 12])
}

describe('recent holders', () => {
  it('are people who received the token and still have it, the last receiver first', async () => {
    const { actors, dex, honest } = world.sandbox.world.ethereum
    const found = await holders()
    const addresses = found.map(({ address }) => address)
    assert.ok(addresses.length >= 3)
    assert.equal(addresses[0], actors.friend.toLowerCase())
    for (const contract of [dex.pairs.honest, honest.airdrop, token])
      assert.ok(!addresses.includes(contract.toLowerCase() as Address))
    for (const { balance, movedAt } of found) assert.ok(balance > 0n && movedAt > 0n)
  })

  it('leave out the named accounts, and are no more than requested', async () => {
    const [first, second] = await holders()
    assert.ok(first && second)
    assert.deepEqual((await holders([first.address], 1))[0]?.address, second.address)
    assert.equal((await holders([], 1)).length, 1)
  })
})

describe('where a token keeps balances', () => {
  it('is found by what it answers when a slot is pretended, for every quote token', async () => {
    const { tokens } = world.sandbox.world.ethereum
    for (const quote of [tokens.usdc, tokens.usdt, tokens.dai, tokens.honest]) {
      const slot = await slotOf(quote.toLowerCase() as Address)
      assert.match(slot(trader), /^0x[0-9a-f]{64}$/)
    }
  })

  it('is not where there is nothing', async () => {
    const subject = { block: await world.head('ethereum'), token: trader }
    assert.equal(await quoteSlots(sources(), subject, signal), null)
  })
})

describe('holders whose balance shrinks by itself', () => {
  it('are none of an honest token', async () => {
    const block = await world.head('ethereum')
    assert.equal(await siphoned(sources().chain, { block, token, holders: await holders() }, signal), 0)
  })

  it('are those that lost something without an event', async () => {
    const [victim] = await holders()
    assert.ok(victim)
    const slot = (await slotOf(token))(victim.address)
    await write(slot, victim.balance / 2n)
    const block = await world.head('ethereum')
    assert.equal(await siphoned(sources().chain, { block, token, holders: await holders() }, signal), 1)
    await write(slot, victim.balance)
    const later = await world.head('ethereum')
    assert.equal(await siphoned(sources().chain, { block: later, token, holders: await holders() }, signal), 0)
  })
})
