import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import {
  concat,
  encodeFunctionData,
  encodePacked,
  getAddress,
  numberToHex,
  parseAbi,
  parseEther,
  size,
} from 'viem/utils'
import { assemble } from '../../evm/simulation/testing/assembler.ts'
import { BRIDGE_ABI, DELEGATE_ABI, MULTICALL3_ABI, V2_ROUTER_ABI, VAULT_ABI } from '../../sandbox/abis.ts'
import {
  addLiquidityNative,
  approve,
  approveAll,
  FAR_DEADLINE,
  safeCall,
  swapNativeForTokens,
  swapTokensForNative,
  transfer,
  transferFrom,
} from '../../sandbox/history/calls.ts'
import { type NodeRpc, nodeRpc } from '../../sandbox/nodeRpc.ts'
import { units } from '../../sandbox/profiles.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { newHead, ON_ETHEREUM } from '../../testing/newHead.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'
import type { TransactionScanResult } from '../../usecases/scans/transaction/scanTransaction.ts'

type Call = { to: Address; value?: bigint; data: Hex }
type Holdings = Record<'usdc' | 'dai' | 'usdt' | 'coin', bigint>
type Shape = { calls: (held: Holdings) => Call[]; expect?: string[] }

const ACCOUNT_ABI = parseAbi([
  'struct Call { address target; uint256 value; bytes data; }',
  'function executeBatch(Call[] calls)',
])
const ACCOUNT_07_ABI = parseAbi(['function executeBatch(address[] dest, uint256[] value, bytes[] func)'])
const MULTI_SEND = parseAbi(['function multiSend(bytes transactions)'])
const MULTI_SEND_CALL_ONLY: Address = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2'

const world = sandboxWorld('ethereum')
const { actors, tokens, decimals, dex, nfts, honest, multicall3, safe, erc4337 } = world
const { trader, friend, exchange, fresh, batching, delegated } = actors
const stranger = (index: number): Address => getAddress(`0x51a7e5${numberToHex(index, { size: 17 }).slice(2)}`)
const thief = stranger(1)
/** Pulls from the caller what it lets it pull, for the thief. */
const puller: Address = '0x00000000000000000000000000000000000e0001'
/** Takes part in nothing and is paid by transfers. */
const keeper: Address = '0x00000000000000000000000000000000000e0002'
const dollars = (amount: number) => units(amount, decimals.usdc)
const coins = (amount: string) => parseEther(amount)

const buy = (amount: string, token: Address = tokens.usdc, from: Address = trader): Call => ({
  to: dex.v2Router,
  value: coins(amount),
  data: swapNativeForTokens([tokens.wrapped, token], from),
})
const deposit = (amount: bigint, receiver: Address = trader): Call[] => [
  { to: tokens.usdc, data: approve(honest.vault, amount) },
  {
    to: honest.vault,
    data: encodeFunctionData({ abi: VAULT_ABI, functionName: 'deposit', args: [amount, receiver] }),
  },
]
const sends = (token: Address, to: Address, amount: bigint): Call => ({ to: token, data: transfer(to, amount) })
const everything = ({ usdc, dai, usdt }: Holdings, to: Address): Call[] => [
  sends(tokens.usdc, to, usdc),
  sends(tokens.dai, to, dai),
  sends(tokens.usdt, to, usdt),
]
const wages = (token: Address, each: bigint): Call[] => [5, 6, 7, 8, 9].map((one) => sends(token, stranger(one), each))
/** Payees whose accounts are in use. */
const STAFF = Array.from({ length: 20 }, (_, at) => stranger(at + 100))
const gift = (to: Address, id: bigint): Call => ({ to: nfts.collectible, data: transferFrom(trader, to, id) })
const pullAll = (token: Address, amount: bigint) =>
  `0x23b872dd${'00'.repeat(28)} 0 MSTORE CALLER 4 MSTORE ${thief} 36 MSTORE ${amount} 68 MSTORE 32 0 100 0 0 ${token} GAS CALL POP`

describe('each outflow of several calls is judged by itself', () => {
  let service: ScanService
  let rpc: NodeRpc
  const http = createOperatorFetch()
  const held: Holdings = { usdc: 0n, dai: 0n, usdt: 0n, coin: 0n }

  before(async () => {
    service = await startScanService('test', {}, ON_ETHEREUM)
    rpc = nodeRpc((await service.app.sandbox()).rpcUrls.ethereum, http)
    // Strangers who sent the victim something real before.
    await send(fresh, { to: tokens.usdc, data: transfer(trader, dollars(3)) })
    await send(fresh, { to: trader, value: coins('0.001'), data: '0x' })
    held.usdc = await balanceOf(tokens.usdc)
    held.dai = await balanceOf(tokens.dai)
    held.usdt = await balanceOf(tokens.usdt)
    held.coin = BigInt((await rpc('eth_getBalance', [trader, 'latest'])) as Hex)
    await rpc('anvil_setCode', [
      puller,
      assemble(`${pullAll(tokens.usdc, held.usdc)} ${pullAll(tokens.dai, held.dai)} STOP`),
    ])
    for (const one of STAFF) await rpc('anvil_setBalance', [one, numberToHex(coins('0.1'))])
    await rpc('anvil_setCode', [keeper, assemble('STOP')])
    await rpc('evm_mine', [])
    await newHead()
  })
  after(async () => {
    await http.close()
    await service.close()
  })

  async function send(from: Address, { to, value = 0n, data }: Call): Promise<void> {
    const hash = await rpc('eth_sendTransaction', [{ from, to, data, value: numberToHex(value), gas: '0x300000' }])
    await rpc('evm_mine', [])
    assert.equal(((await rpc('eth_getTransactionReceipt', [hash])) as { status: Hex }).status, '0x1')
  }
  async function balanceOf(token: Address, of: Address = trader): Promise<bigint> {
    const data = encodeFunctionData({
      abi: parseAbi(['function balanceOf(address) view returns (uint256)']),
      functionName: 'balanceOf',
      args: [of],
    })
    return BigInt((await rpc('eth_call', [{ to: token, data }, 'latest'])) as Hex)
  }
  const scan = (body: object) => service.scan({ chain: 'ethereum', ...body, options: { deadlineMs: 20_000 } })
  const text = ({ to, value = 0n, data }: Call) => ({ to, value: String(value), data })
  const ids = ({ warnings }: TransactionScanResult) => warnings.map(({ id }) => id)
  const seen = (result: TransactionScanResult) =>
    `${result.recommendation} ${result.riskScore}: ${result.warnings.map(({ id, severity }) => `${id} (${severity})`).join(', ')}; unknown: ${result.unknown.join(', ')}; ${JSON.stringify(result.simulation?.calls)} ${result.simulation?.revertReason}`

  const hostile: Record<string, Shape> = {
    'a swap and everything else to a stranger': { calls: (all) => [buy('0.1'), ...everything(all, thief)] },
    'the transfers first': { calls: (all) => [...everything(all, thief), buy('0.1')] },
    'a swap between the transfers': {
      calls: (all) => everything(all, thief).flatMap((one, at) => (at === 1 ? [buy('0.1'), one] : [one])),
    },
    'a large swap beside it': { calls: (all) => [buy('5'), ...everything(all, thief)] },
    'a stranger who sent the victim something before': { calls: (all) => [buy('5'), ...everything(all, fresh)] },
    'one asset to each of several strangers': {
      calls: (all) => [buy('5'), ...everything(all, thief).map((one, at) => sendsTo(one, stranger(at + 2)))],
    },
    'each asset in halves': {
      calls: ({ usdc, dai }) => [
        buy('5'),
        ...[stranger(2), stranger(3)].flatMap((to) => [
          sends(tokens.usdc, to, usdc / 2n),
          sends(tokens.dai, to, dai / 2n),
        ]),
      ],
    },
    'coins and a token': {
      calls: ({ usdc, coin }) => [
        buy('0.1'),
        { to: thief, value: coin - coins('0.2'), data: '0x' },
        sends(tokens.usdc, thief, usdc),
      ],
    },
    'most of the coins alone': {
      calls: ({ coin }) => [buy('0.1'), { to: thief, value: coin - coins('0.2'), data: '0x' }],
    },
    'to a contract that keeps it': { calls: (all) => [buy('5'), ...everything(all, keeper)] },
    'transferFrom of oneself': {
      calls: ({ usdc, dai }) => [
        buy('5'),
        { to: tokens.usdc, data: approve(trader, usdc) },
        { to: tokens.usdc, data: transferFrom(trader, thief, usdc) },
        { to: tokens.dai, data: approve(trader, dai) },
        { to: tokens.dai, data: transferFrom(trader, thief, dai) },
      ],
    },
    'approved and pulled': {
      calls: ({ usdc, dai }) => [
        buy('5'),
        { to: tokens.usdc, data: approve(puller, usdc) },
        { to: tokens.dai, data: approve(puller, dai) },
        { to: puller, data: '0x4e71d92d' },
      ],
    },
    'pulled by a multicall': {
      calls: ({ usdc, dai }) => [
        buy('5'),
        { to: tokens.usdc, data: approve(multicall3, usdc) },
        { to: tokens.dai, data: approve(multicall3, dai) },
        {
          to: multicall3,
          data: encodeFunctionData({
            abi: MULTICALL3_ABI,
            functionName: 'aggregate3',
            args: [
              [
                { target: tokens.usdc, allowFailure: false, callData: transferFrom(trader, thief, usdc) },
                { target: tokens.dai, allowFailure: false, callData: transferFrom(trader, thief, dai) },
              ],
            ],
          }),
        },
      ],
    },
    'items and a token': {
      calls: ({ usdc }) => [buy('5'), gift(thief, 1n), gift(thief, 2n), sends(tokens.usdc, thief, usdc)],
    },
    'sold for coins that leave': {
      calls: ({ usdc, dai, coin }) => [
        { to: tokens.dai, data: approve(dex.v2Router, dai) },
        { to: dex.v2Router, data: swapTokensForNative(dai, [tokens.dai, tokens.wrapped], trader) },
        { to: thief, value: coin + coins('1'), data: '0x' },
        sends(tokens.usdc, thief, usdc),
      ],
    },
    'one token beside a swap': {
      calls: ({ usdc }) => [buy('5'), sends(tokens.usdc, thief, usdc)],
      expect: ['CAUTION', 'BLOCK'],
    },
    'everything, with nothing beside it': {
      calls: (all) => everything(all, thief),
      expect: ['CAUTION', 'BLOCK'],
    },
    'all of two tokens sold, and what they fetch leaves': {
      calls: ({ usdc, dai, coin }) => [
        { to: tokens.usdc, data: approve(dex.v2Router, usdc) },
        { to: dex.v2Router, data: swapTokensForNative(usdc, [tokens.usdc, tokens.wrapped], trader) },
        { to: tokens.dai, data: approve(dex.v2Router, dai) },
        { to: dex.v2Router, data: swapTokensForNative(dai, [tokens.dai, tokens.wrapped], trader) },
        { to: thief, value: (coin * 7n) / 10n, data: '0x' },
      ],
      expect: ['CAUTION', 'BLOCK'],
    },
    'less than half of each holding': {
      calls: ({ usdc, dai, usdt, coin }) => [
        buy('0.1'),
        ...everything({ usdc: (usdc * 45n) / 100n, dai: (dai * 45n) / 100n, usdt: (usdt * 45n) / 100n, coin }, thief),
      ],
      expect: ['REVIEW', 'CAUTION', 'BLOCK'],
    },
    'most of one token beside a swap': {
      calls: ({ usdc }) => [buy('0.1'), sends(tokens.usdc, thief, (usdc * 85n) / 100n)],
      expect: ['CAUTION', 'BLOCK'],
    },
    'most of one token to one stranger in twenty payments': {
      calls: ({ usdc }) => Array.from({ length: 20 }, () => sends(tokens.usdc, thief, (usdc * 4n) / 100n)),
      expect: ['CAUTION', 'BLOCK'],
    },
    'most of one token to many accounts that were never used': {
      calls: ({ usdc }) =>
        Array.from({ length: 20 }, (_, at) => sends(tokens.usdc, stranger(at + 20), (usdc * 41n) / 1_000n)),
      expect: ['REVIEW'],
    },
    'what most of the coins were given for': {
      calls: ({ coin }) => [
        { to: tokens.wrapped, value: (coin * 95n) / 100n, data: '0xd0e30db0' },
        sends(tokens.wrapped, thief, (coin * 95n) / 100n),
      ],
      expect: ['CAUTION', 'BLOCK'],
    },
    'most of one token beside a deposit that can be withdrawn': {
      calls: ({ usdc }) => [...deposit(usdc / 5n), sends(tokens.usdc, thief, (usdc * 4n) / 5n)],
      expect: ['REVIEW', 'CAUTION', 'BLOCK'],
    },
    'all of one token in wages': {
      calls: ({ usdc }) => [
        buy('0.1', tokens.dai),
        ...STAFF.slice(0, 5).map((one) => sends(tokens.usdc, one, (usdc * 19n) / 100n)),
      ],
      expect: ['REVIEW'],
    },
    'all of one token in parts to accounts that were never used': {
      calls: ({ usdc }) => [
        buy('0.1', tokens.dai),
        ...Array.from({ length: 10 }, (_, at) => sends(tokens.usdc, stranger(at + 20), (usdc * 95n) / 1_000n)),
      ],
      expect: ['CAUTION', 'BLOCK'],
    },
    'all of two tokens in equal parts': {
      calls: ({ usdc, dai }) => [
        buy('0.1', tokens.usdt),
        ...wages(tokens.usdc, (usdc * 19n) / 100n),
        ...wages(tokens.dai, (dai * 19n) / 100n),
      ],
      expect: ['CAUTION', 'BLOCK'],
    },
    'an item beside a trade': { calls: () => [buy('0.1'), gift(thief, 2n)], expect: ['REVIEW', 'CAUTION', 'BLOCK'] },
  }

  const wrapped = (amount: bigint): Call => ({ to: tokens.wrapped, value: amount, data: '0xd0e30db0' })
  const proceeds: Record<string, Shape> = {
    'a part of the coins, wrapped for a stranger': {
      calls: () => [wrapped(coins('1')), sends(tokens.wrapped, thief, coins('1'))],
    },
    'a second trade, which a stranger is paid for': {
      calls: ({ usdc }) => [
        buy('5'),
        { to: tokens.usdc, data: approve(dex.v2Router, usdc) },
        { to: dex.v2Router, data: swapTokensForNative(usdc, [tokens.usdc, tokens.wrapped], thief) },
      ],
    },
    'shares of a vault for a stranger': {
      calls: ({ usdc }) => [
        buy('5'),
        { to: tokens.usdc, data: approve(honest.vault, usdc) },
        {
          to: honest.vault,
          data: encodeFunctionData({ abi: VAULT_ABI, functionName: 'deposit', args: [usdc, thief] }),
        },
      ],
    },
    'most of each asset': {
      calls: ({ usdc, dai, usdt }) => [
        buy('1'),
        ...everything({ usdc: (usdc * 8n) / 10n, dai: (dai * 8n) / 10n, usdt: (usdt * 8n) / 10n, coin: 0n }, thief),
      ],
    },
  }
  for (const [name, { calls }] of Object.entries(proceeds))
    test(`hostile: ${name}`, async () => {
      const result = await scan({ from: trader, calls: calls(held).map(text) })
      assert.ok(['CAUTION', 'BLOCK'].includes(result.recommendation), seen(result))
      if (name.includes('wrapped')) assert.ok(ids(result).includes('wrapped-coins-to-another-address'), seen(result))
    })

  for (const [name, { calls, expect = ['BLOCK'] }] of Object.entries(hostile))
    test(`hostile: ${name}`, async () => {
      const result = await scan({ from: trader, calls: calls(held).map(text) })
      assert.ok(expect.includes(result.recommendation), seen(result))
      assert.ok(
        result.simulation?.calls?.every(({ success }) => success),
        seen(result),
      )
      if (!name.includes('pulled')) assert.ok(ids(result).includes('holdings-emptied-in-bundle'), seen(result))
    })

  const ordinary: Record<string, Shape> = {
    'a part of the coins, wrapped for a friend': {
      calls: () => [wrapped(coins('1')), sends(tokens.wrapped, friend, coins('1'))],
      expect: ['PROCEED'],
    },
    'a small invoice, paid with what a swap brings': {
      calls: () => [buy('0.1'), sends(tokens.usdc, stranger(4), dollars(250))],
      expect: ['PROCEED'],
    },
    'a swap and a payment of a part to a new payee': {
      calls: () => [buy('0.1'), sends(tokens.usdc, stranger(4), dollars(900))],
      expect: ['PROCEED'],
    },
    'wages in one token to many': {
      calls: () => [buy('0.5'), ...wages(tokens.usdc, dollars(1_000))],
      expect: ['PROCEED'],
    },
    'wages of three quarters of a token': {
      calls: ({ usdc }) => [buy('0.1', tokens.dai), ...wages(tokens.usdc, (usdc * 15n) / 100n)],
      expect: ['PROCEED'],
    },
    'wages of four fifths of a token to accounts in use': {
      calls: ({ usdc }) => STAFF.map((one) => sends(tokens.usdc, one, (usdc * 4n) / 100n)),
      expect: ['PROCEED'],
    },
    'two payments of one token to one payee': {
      calls: ({ usdc }) => [1n, 2n].map((part) => sends(tokens.usdc, stranger(4), (usdc * part) / 5n)),
    },
    'a third of a token to one payee in ten payments': {
      calls: ({ usdc }) => Array.from({ length: 10 }, () => sends(tokens.usdc, stranger(4), usdc / 30n)),
      expect: ['PROCEED'],
    },
    'a vault’s shares for a friend': {
      calls: () => [buy('0.1'), ...deposit(dollars(1_000), friend)],
      expect: ['PROCEED'],
    },
    'a deposit, and its shares to a friend': {
      calls: () => [...deposit(dollars(1_000)), sends(honest.vault, friend, dollars(1_000))],
      expect: ['PROCEED'],
    },
    'a deposit, and a payment to a merchant': {
      calls: () => [...deposit(dollars(100)), sends(tokens.usdc, stranger(4), dollars(900))],
      expect: ['PROCEED'],
    },
    'all of a token to a friend who was paid before': {
      calls: ({ usdc }) => [buy('0.1'), sends(tokens.usdc, friend, usdc)],
    },
    'everything to an account of one’s own that was paid before': {
      calls: (all) => [buy('0.1'), ...everything(all, safe.account)],
    },
    'everything to an exchange': { calls: (all) => [buy('0.1'), ...everything(all, exchange)], expect: ['PROCEED'] },
    'a purchase, and what it gave to a new payee': {
      calls: () => [buy('0.5'), sends(tokens.usdc, stranger(4), dollars(1_500))],
      expect: ['PROCEED'],
    },
    'wrapped, then swapped': {
      calls: () => [
        { to: tokens.wrapped, value: coins('0.5'), data: '0xd0e30db0' },
        { to: tokens.wrapped, data: approve(dex.v2Router, coins('0.5')) },
        {
          to: dex.v2Router,
          data: encodeFunctionData({
            abi: V2_ROUTER_ABI,
            functionName: 'swapExactTokensForTokens',
            args: [coins('0.5'), 1n, [tokens.wrapped, tokens.usdc], trader, FAR_DEADLINE],
          }),
        },
      ],
      expect: ['PROCEED'],
    },
    'all of one token for coins, and those for another': {
      calls: ({ usdt }) => [
        { to: tokens.usdt, data: approve(dex.v2Router, usdt) },
        { to: dex.v2Router, data: swapTokensForNative(usdt, [tokens.usdt, tokens.wrapped], trader) },
        buy('2'),
      ],
    },
    'all of two tokens sold, and a part of the coins paid': {
      calls: ({ usdc, dai }) => [
        { to: tokens.usdc, data: approve(dex.v2Router, usdc) },
        { to: dex.v2Router, data: swapTokensForNative(usdc, [tokens.usdc, tokens.wrapped], trader) },
        { to: tokens.dai, data: approve(dex.v2Router, dai) },
        { to: dex.v2Router, data: swapTokensForNative(dai, [tokens.dai, tokens.wrapped], trader) },
        { to: stranger(4), value: coins('2'), data: '0x' },
      ],
      expect: ['PROCEED'],
    },
    'all of two tokens sold': {
      calls: ({ usdc, dai }) => [
        { to: tokens.usdc, data: approve(dex.v2Router, usdc) },
        { to: dex.v2Router, data: swapTokensForNative(usdc, [tokens.usdc, tokens.wrapped], trader) },
        { to: tokens.dai, data: approve(dex.v2Router, dai) },
        { to: dex.v2Router, data: swapTokensForNative(dai, [tokens.dai, tokens.wrapped], trader) },
      ],
    },
    'liquidity for shares of the pool': {
      calls: ({ dai }) => [
        buy('0.1'),
        { to: tokens.dai, data: approve(dex.v2Router, dai) },
        { to: dex.v2Router, value: coins('2'), data: addLiquidityNative(tokens.dai, dai / 2n, trader) },
      ],
    },
    'a deposit in a vault for shares': {
      calls: () => [buy('0.1'), ...deposit(dollars(1_000))],
    },
    'a claim, and a deposit in a vault': {
      calls: () => [{ to: honest.airdrop, data: '0x4e71d92d' }, ...deposit(dollars(1_000))],
    },
    'a bridge beside a swap': {
      calls: () => [
        buy('0.1'),
        {
          to: world.listed.bridge,
          value: coins('0.2'),
          data: encodeFunctionData({ abi: BRIDGE_ABI, functionName: 'depositETHTo', args: [trader, 200_000, '0x'] }),
        },
      ],
      expect: ['PROCEED'],
    },
    'an item to a friend beside a trade': { calls: () => [buy('0.1'), gift(friend, 2n)], expect: ['PROCEED'] },
    'items put up for sale': {
      calls: () => [{ to: nfts.collectible, data: approveAll(world.seaport) }, buy('0.1')],
    },
  }

  for (const [name, { calls, expect = ['PROCEED', 'REVIEW'] }] of Object.entries(ordinary))
    test(`ordinary: ${name}`, async () => {
      const result = await scan({ from: trader, calls: calls(held).map(text) })
      assert.ok(
        result.simulation?.calls?.every(({ success }) => success),
        seen(result),
      )
      assert.ok(!ids(result).includes('holdings-emptied-in-bundle'), seen(result))
      assert.ok(expect.includes(result.recommendation), seen(result))
    })

  describe('as one call of the account itself', () => {
    const batch = (calls: Call[]): Hex =>
      encodeFunctionData({
        abi: ACCOUNT_ABI,
        functionName: 'executeBatch',
        args: [calls.map(({ to, value = 0n, data }) => ({ target: to, value, data }))],
      })
    const packedCalls = (calls: Call[]): Hex =>
      encodeFunctionData({
        abi: MULTI_SEND,
        functionName: 'multiSend',
        args: [
          concat(
            calls.map(({ to, value = 0n, data }) =>
              encodePacked(
                ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
                [0, to, value, BigInt(size(data)), data],
              ),
            ),
          ),
        ],
      })
    const stolen = async (from: Address) => [
      buy('0.01', tokens.usdc, from),
      sends(tokens.usdc, thief, await balanceOf(tokens.usdc, from)),
      {
        to: thief,
        value: (BigInt((await rpc('eth_getBalance', [from, 'latest'])) as Hex) * 93n) / 100n - coins('0.01'),
        data: '0x' as Hex,
      },
    ]
    const paid = (from: Address): Call[] => [
      buy('0.01', tokens.usdc, from),
      sends(tokens.usdc, stranger(4), dollars(50)),
    ]
    const operation = (sender: Address, callData: Hex) => ({ userOperation: { sender, nonce: '0', callData } })
    const execute = (calls: Call[]): Hex =>
      encodeFunctionData({
        abi: DELEGATE_ABI,
        functionName: 'execute',
        args: [calls.map(({ to, value = 0n, data }) => ({ to, value, data }))],
      })
    const ways: Record<string, { from: Address; body: (calls: Call[]) => object }> = {
      'a 7702 account that calls itself': {
        from: delegated,
        body: (calls) => ({ from: delegated, to: delegated, data: execute(calls) }),
      },
      'a user operation at 0.8': {
        from: batching,
        body: (calls) => ({ entryPoint: erc4337.entryPoint08, ...operation(batching, batch(calls)) }),
      },
      'a user operation at 0.7': {
        from: erc4337.account,
        body: (calls) => ({
          entryPoint: erc4337.entryPoint07,
          ...operation(
            erc4337.account,
            encodeFunctionData({
              abi: ACCOUNT_07_ABI,
              functionName: 'executeBatch',
              args: [calls.map(({ to }) => to), calls.map(({ value = 0n }) => value), calls.map(({ data }) => data)],
            }),
          ),
        }),
      },
      'a Safe’s multiSend': {
        from: safe.account,
        body: (calls) => ({
          from: trader,
          to: safe.account,
          data: safeCall(trader, MULTI_SEND_CALL_ONLY, packedCalls(calls), 0n, 1),
        }),
      },
    }
    for (const [name, { from, body }] of Object.entries(ways)) {
      test(`${name}: a swap, and everything else to a stranger`, async () => {
        const result = await scan(body(await stolen(from)))
        assert.equal(result.simulation?.success, true, seen(result))
        assert.equal(result.recommendation, 'BLOCK', seen(result))
        assert.ok(ids(result).includes('holdings-emptied-in-bundle'), seen(result))
      })

      test(`${name}: a swap and a payment`, async () => {
        const result = await scan(body(paid(from)))
        assert.equal(result.simulation?.success, true, seen(result))
        assert.ok(!ids(result).includes('holdings-emptied-in-bundle'), seen(result))
        assert.ok(['PROCEED', 'REVIEW'].includes(result.recommendation), seen(result))
      })
    }
  })
})

function sendsTo({ to: token, data }: Call, receiver: Address): Call {
  return {
    to: token,
    data: `${data.slice(0, 10)}${receiver.slice(2).toLowerCase().padStart(64, '0')}${data.slice(74)}` as Hex,
  }
}
