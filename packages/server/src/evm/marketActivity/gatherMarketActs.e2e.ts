import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { MarketActs } from '@redoubt/risk/facts/marketActs.ts'
import type { WalletHistory, WalletTransfer } from '@redoubt/risk/facts/walletHistory.ts'
import { sandwichesOf } from '@redoubt/risk/wallet/activityLabels.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { approve, swapNativeForTokens, swapTokensForNative } from '../../sandbox/history/calls.ts'
import { usdPrice } from '../market/usdPrice.ts'
import { assemble } from '../simulation/testing/assembler.ts'
import { gatherMarketActs } from './gatherMarketActs.ts'

const signal = () => AbortSignal.timeout(60_000)
const lower = (address: Address) => address.toLowerCase() as Address
const ETHER = 10n ** 18n
type Sent = { from: Address; to: Address; data: Hex; value?: bigint }

describe('what wallets did on markets, on the sandbox', () => {
  let sandbox: OpenSandbox
  before(async () => {
    sandbox = await openSandbox('ethereum')
    for (const actor of [sandbox.world.actors.worker, sandbox.world.actors.fresh])
      await sandbox.rpc('anvil_setBalance', [actor, `0x${(10_000n * ETHER).toString(16)}`])
  })
  after(async () => sandbox?.[Symbol.asyncDispose]())

  /** All in one block, in this order. */
  async function mine(...transactions: Sent[]): Promise<Hex[]> {
    const hashes: Hex[] = []
    for (const { value = 0n, ...sent } of transactions) {
      const transaction = { ...sent, value: `0x${value.toString(16)}`, gas: '0x7a120' }
      hashes.push((await sandbox.rpc('eth_sendTransaction', [transaction])) as Hex)
    }
    await sandbox.rpc('evm_mine', [])
    return hashes
  }
  /** The wallet's transactions of the newest blocks, as any index would list them. */
  async function historyOf(wallet: Address, transfers: WalletTransfer[] = []): Promise<WalletHistory> {
    const head = await sandbox.source.head(signal())
    const numbers = Array.from({ length: 12 }, (_, back) => head.number - BigInt(back))
    const blocks = await Promise.all(numbers.map((number) => sandbox.source.transactionsIn(number, signal())))
    const transactions = blocks.flat().flatMap(({ hash, transaction: { from, to, value, data }, mined }) =>
      from !== wallet && to !== wallet
        ? []
        : [
            {
              hash,
              blockNumber: mined?.blockNumber ?? 0n,
              timestamp: null,
              from,
              to,
              value,
              success: true,
              selector: data.length >= 10 ? (data.slice(0, 10) as Hex) : null,
            },
          ],
    )
    return {
      source: 'head',
      complete: { transactions: false, transfers: false, firstSeen: false, funding: false },
      cut: [],
      sentCount: transactions.length,
      firstSeen: null,
      lastSeen: null,
      funding: null,
      transactions,
      transfers,
    } as WalletHistory
  }
  const actsOf = async (wallet: Address, transfers: WalletTransfer[] = [], isContract = false): Promise<MarketActs> =>
    gatherMarketActs(
      {
        chain: sandbox.source,
        priceOf: (block, asset, within) => usdPrice(sandbox.source, { block, asset }, within),
      },
      { wallet, isContract, history: await historyOf(wallet, transfers) },
      signal(),
    )

  test('a sandwich around a stranger’s purchase is found; the same without a stranger is none', async () => {
    const { actors, tokens, dex } = sandbox.world
    const [bot, victim, token] = [lower(actors.worker), lower(actors.fresh), tokens.honest]
    const path = [tokens.wrapped, token]
    const buy = (from: Address, value: bigint): Sent => ({
      from,
      to: dex.v2Router,
      data: swapNativeForTokens(path, from),
      value,
    })
    const amount = await bought(bot, token, () => mine(buy(bot, 5n * ETHER)))
    await mine({ from: bot, to: token, data: approve(dex.v2Router, 2n ** 255n) })
    const sell = (tokensSold: bigint): Sent => ({
      from: bot,
      to: dex.v2Router,
      data: swapTokensForNative(tokensSold, path.toReversed(), bot),
    })
    await mine(sell(amount))
    // No trade in between: a loss, and no victim.
    const alone = await quote(path, 5n * ETHER)
    await mine(buy(bot, 5n * ETHER), sell(alone))
    assert.deepEqual(sandwichesOf((await actsOf(bot)).swaps), [])

    const front = await quote(path, 5n * ETHER)
    const [first, middle, last] = await mine(buy(bot, 5n * ETHER), buy(victim, 20n * ETHER), sell(front))
    const [found, ...others] = sandwichesOf((await actsOf(bot)).swaps)
    assert.deepEqual([found?.front, found?.victims, found?.back], [first, [middle], last])
    assert.equal(found?.pool, lower(dex.pairs.honest))
    assert.deepEqual(others, [])
    assert.deepEqual(sandwichesOf((await actsOf(victim)).swaps), [])
  })

  test('coin that a trade pays its block’s builder is seen; a plain payment to it, and a trade without, is not', async () => {
    const { actors, dex, tokens } = sandbox.world
    const searcher = lower(actors.worker)
    const robot = lower(`0x${'0b'.repeat(20)}`)
    // Logs a swap as a pool would, then pays the builder of the block all the coin it was sent.
    const swap = '0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822'
    const code = assemble(`1 0 MSTORE 1 0x60 MSTORE ${swap} 0x80 0 LOG1 0 0 0 0 CALLVALUE COINBASE GAS CALL STOP`)
    await sandbox.rpc('anvil_setCode', [robot, code])
    const { coinbase } = await sandbox.source.head(signal())
    const before = (await actsOf(searcher)).builderPayments.length
    const [paid] = await mine({ from: searcher, to: robot, data: '0x12345678', value: 10n ** 16n })
    await mine({ from: searcher, to: coinbase, data: '0x', value: 10n ** 16n })
    await mine({
      from: searcher,
      to: dex.v2Router,
      value: ETHER,
      data: swapNativeForTokens([tokens.wrapped, tokens.honest], searcher),
    })
    const { builderPayments, traced } = await actsOf(searcher)
    assert.equal(before, 0)
    assert.ok(traced >= 3, String(traced))
    assert.deepEqual(
      builderPayments.map(({ hash, amount, builder }) => [hash, amount, builder]),
      [[paid, 10n ** 16n, coinbase]],
    )
  })

  test('a purchase is valued at the price of its day', async () => {
    const { actors, tokens } = sandbox.world
    const head = await sandbox.source.head(signal())
    const [trader, token] = [lower(actors.trader), lower(tokens.honest)]
    const own = (await historyOf(lower(actors.worker))).transactions[0] ?? assert.fail('no transaction')
    const move = (direction: 'in' | 'out', asset: Address | null, amount: bigint): WalletTransfer => ({
      hash: own.hash,
      blockNumber: head.number - 3n,
      timestamp: Number(head.timestamp),
      direction,
      amount,
      counterparty: trader,
      assetType: asset === null ? 'native' : 'erc20',
      token: asset,
      tokenId: null,
      genuine: true,
    })
    const { fills } = await actsOf(lower(actors.worker), [move('out', null, ETHER), move('in', token, 5n)])
    const price = await usdPrice(sandbox.source, { block: head, asset: null }, signal())
    assert.deepEqual(
      fills.map(({ kind, amount, usd }) => [kind, amount, usd]),
      [['buy', 5n, price?.usd]],
    )
  })

  test('a node without traces is said, and claims nothing', async () => {
    const wallet = lower(sandbox.world.actors.worker)
    const acts = await gatherMarketActs(
      { chain: { ...sandbox.source, traceTransaction: async () => null }, priceOf: async () => null },
      { wallet, isContract: false, history: await historyOf(wallet) },
      signal(),
    )
    assert.deepEqual([acts.traced, acts.builderPayments], [0, []])
    assert.ok(acts.cut.some((line) => line.startsWith('builder payments')))
  })

  async function quote(path: Address[], amount: bigint): Promise<bigint> {
    const router = sandbox.world.dex.v2Router
    const words = [amount, 64n, BigInt(path.length), ...path.map((one) => BigInt(one))]
    const data = `0xd06ca61f${words.map((word) => word.toString(16).padStart(64, '0')).join('')}`
    const answer = (await sandbox.rpc('eth_call', [{ to: router, data }, 'latest'])) as Hex
    return BigInt(`0x${answer.slice(-64)}`)
  }
  async function bought(who: Address, token: Address, act: () => Promise<unknown>): Promise<bigint> {
    await act()
    const data = `0x70a08231${who.slice(2).padStart(64, '0')}`
    return BigInt((await sandbox.rpc('eth_call', [{ to: token, data }, 'latest'])) as Hex)
  }
})
