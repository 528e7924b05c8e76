import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address } from '@redoubt/risk/address.ts'
import { SANDBOX_CHAINS, type SandboxChain } from '../../sandbox/canonical.ts'
import { PRICES } from '../../sandbox/profiles.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { sharedService } from '../../testing/sharedService.ts'
import type { WalletProfileResult } from '../../usecases/scans/wallet/walletProfile.ts'

const DAY = 86_400

describe('GET /v1/wallet/profile on the sandbox', () => {
  const http = createOperatorFetch()
  let service: Awaited<ReturnType<typeof sharedService>>
  before(async () => {
    service = await sharedService()
  })
  after(() => http.close())

  async function profile(address: Address, chain: SandboxChain = 'ethereum'): Promise<WalletProfileResult> {
    const { status, body } = await http.fetch({
      url: `${service.url}/v1/wallet/profile/${address}?chain=${chain}&deadlineMs=30000`,
      headers: { authorization: `Bearer ${service.tokens[0]}` },
      deadlineMs: 40_000,
      maxBytes: 4 * 1024 ** 2,
    })
    const text = body.toString('utf8')
    assert.equal(status, 200, text)
    return JSON.parse(text).data
  }
  async function rpc(chain: SandboxChain, method: string, params: unknown[]): Promise<string> {
    const { rpcUrls } = await service.app.sandbox()
    const { body } = await http.fetch({
      url: rpcUrls[chain],
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      deadlineMs: 10_000,
      maxBytes: 10 * 1024 ** 2,
    })
    return JSON.parse(body.toString('utf8')).result
  }
  /** Times of the transactions that an account sent, from the chain's own blocks. */
  async function sentTimes(chain: SandboxChain, from: Address): Promise<number[]> {
    const head = Number(await rpc(chain, 'eth_blockNumber', []))
    const times: number[] = []
    for (let number = 0; number <= head; number++) {
      const block = (await rpc(chain, 'eth_getBlockByNumber', [`0x${number.toString(16)}`, true])) as unknown as {
        timestamp: string
        transactions: { from: string }[]
      }
      for (const one of block.transactions) if (one.from === from.toLowerCase()) times.push(Number(block.timestamp))
    }
    return times
  }

  for (const chain of SANDBOX_CHAINS)
    test(`${chain}: the trader’s balances are the chain’s, and the windows count mined transactions`, async () => {
      const { actors, tokens, decimals, headTimestamp } = sandboxWorld(chain)
      const { holdings, activity, ...rest } = await profile(actors.trader, chain)
      assert.equal(rest.address, actors.trader)
      const units = (amount: string, places: number) => Number(BigInt(amount)) / 10 ** places
      const native = await rpc(chain, 'eth_getBalance', [actors.trader, 'latest'])
      assert.ok(Math.abs(Number(holdings.native.balance) - units(native, 18)) < 1e-9)
      for (const name of ['usdc', 'usdt', 'dai', 'honest'] as const) {
        const data = `0x70a08231${actors.trader.slice(2).padStart(64, '0')}`
        const balance = units(await rpc(chain, 'eth_call', [{ to: tokens[name], data }, 'latest']), decimals[name])
        const held = holdings.tokens.find(({ token }) => token.toLowerCase() === tokens[name].toLowerCase())
        assert.ok(balance > 0 && Math.abs(Number(held?.balance) - balance) < 1e-6, `${name}: ${held?.balance}`)
        assert.equal(held?.spam, null)
      }
      const times = await sentTimes(chain, actors.trader)
      const within = (days: number) => times.filter((time) => time > headTimestamp - days * DAY).length
      assert.deepEqual([activity.last24h, activity.last7d, activity.last30d], [within(1), within(7), within(30)])
      assert.equal(rest.transactionCount, times.length)
      assert.equal(rest.age, 390)
      assert.ok((activity.avgTransactionSize ?? 0) > 10)
      const counted = holdings.tokens.filter(({ spam }) => spam === null)
      const total = counted.reduce((sum, { valueUsd }) => sum + (valueUsd ?? 0), holdings.native.valueUsd ?? 0)
      assert.ok(Math.abs((holdings.totalValue ?? 0) - total) < 0.05, `${holdings.totalValue} ${total}`)
      assert.deepEqual([holdings.complete, rest.complete], [true, true])
    })

  test('the trader’s items, approvals and friends', async () => {
    const { actors, nfts } = sandboxWorld('ethereum')
    const { holdings, security, associations, activityLabels, riskScore } = await profile(actors.trader)
    const pictures = holdings.nfts.find(({ contract }) => contract.toLowerCase() === nfts.collectible.toLowerCase())
    assert.deepEqual([pictures?.count, pictures?.tokenIds], ['4', ['1', '2', '3', '4']])
    assert.equal(holdings.native.priceUsd, PRICES.eth)
    assert.ok((security.activeApprovals ?? 0) >= 3 && (security.unlimitedApprovals ?? 0) >= 1)
    assert.ok(associations.fundingSources.length > 0 && associations.knownEntities.length > 0)
    assert.deepEqual(activityLabels, [])
    assert.ok(riskScore < 40, String(riskScore))
  })

  test('who approved a drainer has risky approvals', async () => {
    const { actors } = sandboxWorld('ethereum')
    const { security } = await profile(actors.careless)
    assert.ok((security.riskyApprovals ?? 0) >= 3, JSON.stringify(security))
  })

  test('a counterfeit and a trap are spam, and no money', async () => {
    const { actors, traps } = sandboxWorld('ethereum')
    const find = ({ holdings }: WalletProfileResult, token: Address) =>
      holdings.tokens.find((one) => one.token.toLowerCase() === token.toLowerCase())
    const counterfeit = find(await profile(actors.poisoner), traps.counterfeit)
    assert.match(counterfeit?.spam ?? '', /looks like USDC/)
    assert.ok(['high', 'critical'].includes(counterfeit?.riskLevel ?? ''), String(counterfeit?.riskLevel))
    assert.match(find(await profile(actors.buyerTwo), traps.honeypot)?.spam ?? '', /could not sell/)
  })

  test('a market maker with millions is a whale; the exchange, with more, is an exchange', async () => {
    const { actors } = sandboxWorld('ethereum')
    const maker = await profile(actors.marketMaker)
    assert.deepEqual(
      maker.activityLabels.map(({ label }) => label),
      ['whale'],
    )
    assert.equal(maker.activityLabels[0]?.evidence.holdingsUsd, maker.holdings.totalValue)
    const exchange = await profile(actors.exchange)
    assert.ok((exchange.holdings.totalValue ?? 0) > 1_000_000)
    assert.deepEqual(exchange.activityLabels, [])
  })

  test('an address never seen holds nothing, and its funding is unknown', async () => {
    const stranger = await profile(`0x${'de'.repeat(20)}`)
    assert.deepEqual([stranger.holdings.totalValue, stranger.transactionCount], [0, 0])
    assert.deepEqual([stranger.activity.last30d, stranger.age], [0, null])
    assert.ok(stranger.unknown.includes('age'))
  })

  test('the Safe, a token, the zero address and a precompile are answered too', async () => {
    const { safe, tokens } = sandboxWorld('ethereum')
    const account = await profile(safe.account)
    assert.ok((account.holdings.totalValue ?? 0) > 8_000, String(account.holdings.totalValue))
    const others: Address[] = [tokens.usdc, `0x${'0'.repeat(40)}`, `0x${'1'.padStart(40, '0')}`]
    for (const address of others) assert.equal((await profile(address)).address, address)
  })
})
