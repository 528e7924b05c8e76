import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { privateKeyToAccount } from 'viem/accounts'
import { encodeDeployData, encodeFunctionData, numberToHex, parseAbi, parseEther } from 'viem/utils'
import { MULTISEND_ABI, V2_ROUTER_ABI, VAULT_ABI } from '../../sandbox/abis.ts'
import { ACTORS } from '../../sandbox/actors.ts'
import { type ArtifactName, readArtifact } from '../../sandbox/artifacts/readArtifact.ts'
import { approve, approveAll, FAR_DEADLINE } from '../../sandbox/history/calls.ts'
import { type NodeRpc, nodeRpc } from '../../sandbox/nodeRpc.ts'
import { units } from '../../sandbox/profiles.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import {
  coins as coinItem,
  orderOf,
  permitOf,
  pictureOf,
  SEAPORT_ITEM,
  type SeaportItem,
} from '../../testing/sandboxMessages.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'
import type { MessageScanResult } from '../../usecases/scans/message/scanMessage.ts'
import type { TransactionScanResult } from '../../usecases/scans/transaction/scanTransaction.ts'

type Call = { to: Address; data: Hex; value?: bigint }
type Made = Record<
  | 'router'
  | 'greedyRouter'
  | 'modestRouter'
  | 'restaking'
  | 'portal'
  | 'drop'
  | 'ownPicture'
  | 'sales'
  | 'ownDesk'
  | 'noExit'
  | 'noExitTokens'
  | 'hollow'
  | 'vault',
  Address
>

const DESK = parseAbi(['function stake() payable', 'function stakeTokens(uint256 amount)'])
const ROUTER = parseAbi([
  'function swapTokens(uint256 amount, uint256 least, address[] path, address to)',
  'function swapCoins(uint256 least, address[] path, address to) payable',
  'function proxy() view returns (address)',
])
const RESTAKING = parseAbi(['function depositIntoStrategy(address token, uint256 amount) returns (uint256)'])
const PORTAL = parseAbi([
  'function depositTransaction(address to, uint256 value, uint64 gasLimit, bool isCreation, bytes data) payable',
  'function createRetryableTicket(address to, uint256 value, uint256 maxSubmissionCost, bytes data) payable returns (uint256)',
])
const SALES = parseAbi([
  'function buy(uint256 item) payable',
  'function mint(uint256 quantity) payable',
  'function subscribe(uint256 months) payable',
  'function register(string name, uint256 duration) payable',
  'function renew(string name, uint256 duration) payable',
  'function enter() payable',
  'function bid() payable',
  'function openEscrow(address seller) payable returns (uint256 id)',
])
const SEAPORT = parseAbi([
  'struct OfferItem { uint8 itemType; address token; uint256 identifierOrCriteria; uint256 startAmount; uint256 endAmount; }',
  'struct ConsiderationItem { uint8 itemType; address token; uint256 identifierOrCriteria; uint256 startAmount; uint256 endAmount; address recipient; }',
  'struct OrderParameters { address offerer; address zone; OfferItem[] offer; ConsiderationItem[] consideration; uint8 orderType; uint256 startTime; uint256 endTime; bytes32 zoneHash; uint256 salt; bytes32 conduitKey; uint256 totalOriginalConsiderationItems; }',
  'struct Order { OrderParameters parameters; bytes signature; }',
  'function fulfillOrder(Order order, bytes32 fulfillerConduitKey) payable returns (bool)',
])
const ZERO: Address = '0x0000000000000000000000000000000000000000'
const OWNER_ONLY = 3n
const NO_EXIT = 2n
const YEAR = 31_536_000n

const world = sandboxWorld('ethereum')
const { actors, tokens, dex, nfts, honest } = world
const { trader, friend, collector, spender, fresh, chaser, arbitrageur, buyerOne } = actors
const dollars = (amount: number) => units(amount, 6)
const coins = (amount: string) => parseEther(amount)

describe('ordinary life is left alone, and its imitations are not', () => {
  let service: ScanService
  let rpc: NodeRpc
  let made: Made
  let purchase: Call
  let youngPurchase: Call
  const http = createOperatorFetch()

  before(async () => {
    service = await startScanService('test')
    rpc = nodeRpc((await service.app.sandbox()).rpcUrls.ethereum, http)
    made = {
      router: await deploy('FeeRouter', [dex.v2Router, spender, ZERO]),
      greedyRouter: await deploy('FeeRouter', [dex.v2Router, spender, tokens.usdc]),
      modestRouter: await deploy('FeeRouter', [dex.v2Router, spender, tokens.usdc]),
      restaking: await deploy('Restaking', []),
      portal: await deploy('RollupPortal', [spender]),
      drop: await deploy('NftDrop', [actors.artist, coins('0.05'), 1_000n]),
      ownPicture: await deploy('OwnPictureSale', [spender]),
      sales: await deploy('SalesDesk', [spender]),
      ownDesk: await deploy('DepositDesk', [OWNER_ONLY, trader, ZERO]),
      noExit: await deploy('DepositDesk', [NO_EXIT, spender, ZERO]),
      noExitTokens: await deploy('DepositDesk', [NO_EXIT, spender, tokens.usdc]),
      vault: await deploy('Vault4626', [tokens.usdc, 'Dollar vault', 'vUSD', 6]),
      hollow: await deploy('HollowVault', [tokens.usdc]),
    }
    const proxies = await Promise.all([made.router, made.greedyRouter].map(proxyOf))
    for (const spenderOf of [...proxies, made.restaking, made.hollow, honest.vault, honest.multisend, dex.v2Router])
      for (const token of [tokens.usdc, tokens.dai])
        await send(trader, { to: token, data: approve(spenderOf, coins('1')) })
    await send(trader, { to: tokens.dai, data: approve(dex.v2Router, coins('100000')) })
    const modest = await proxyOf(made.modestRouter)
    await send(trader, { to: tokens.usdc, data: approve(modest, dollars(3_000)) })
    for (const proxy of [...proxies, modest])
      await send(trader, { to: tokens.dai, data: approve(proxy, coins('100000')) })
    await send(trader, { to: made.sales, data: sale('register', ['mine', YEAR]), value: coins('0.01') })
    purchase = await purchaseOfPicture()
    // The same gate with a name and without.
    const { abi, bytecode } = readArtifact('RollupPortal')
    const data = encodeDeployData({ abi, bytecode, args: [spender] })
    await rpc('anvil_setCode', [world.listed.bridge, await rpc('eth_call', [{ from: spender, data }, 'latest'])])
    // The shops are no longer young.
    const { recentBlocks } = await service.app.sandbox()
    await rpc('anvil_mine', [numberToHex(recentBlocks.ethereum)])
    youngPurchase = await purchaseOfYoungPicture()
    // The head is read at most once a second.
    await new Promise((resolve) => setTimeout(resolve, 1_100))
  })
  after(async () => {
    await http.close()
    await service.close()
  })

  async function deploy(name: ArtifactName, args: unknown[]): Promise<Address> {
    const { abi, bytecode } = readArtifact(name)
    const data = encodeDeployData({ abi, bytecode, args })
    const hash = await rpc('eth_sendTransaction', [{ from: spender, data, gas: '0x4c4b40' }])
    await rpc('evm_mine', [])
    const receipt = (await rpc('eth_getTransactionReceipt', [hash])) as { contractAddress: Address; status: Hex }
    assert.equal(receipt.status, '0x1', name)
    return receipt.contractAddress
  }
  async function send(from: Address, { to, data, value = 0n }: Call): Promise<void> {
    const hash = await rpc('eth_sendTransaction', [{ from, to, data, value: numberToHex(value), gas: '0x300000' }])
    await rpc('evm_mine', [])
    assert.equal(((await rpc('eth_getTransactionReceipt', [hash])) as { status: Hex }).status, '0x1', data)
  }
  async function proxyOf(router: Address): Promise<Address> {
    const data = encodeFunctionData({ abi: ROUTER, functionName: 'proxy' })
    return `0x${((await rpc('eth_call', [{ to: router, data }, 'latest'])) as Hex).slice(26)}`
  }
  /** The trader buys an item that another account offers and signed for. */
  async function purchaseOf(seller: 'collector' | 'spender', item: SeaportItem, price: bigint): Promise<Call> {
    const offerer = actors[seller]
    await send(offerer, { to: item.token ?? ZERO, data: approveAll(world.seaport) })
    const payment = { ...coinItem(price), recipient: offerer }
    const order = orderOf(world, { offer: [item], consideration: [payment], offerer })
    const signature = await privateKeyToAccount(ACTORS[seller].privateKey).signTypedData(order as never)
    const { counter: _counter, ...parameters } = { ...order.message, totalOriginalConsiderationItems: 1n }
    return {
      to: world.seaport,
      value: price,
      data: encodeFunctionData({
        abi: SEAPORT,
        functionName: 'fulfillOrder',
        args: [{ parameters: parameters as never, signature }, `0x${'0'.repeat(64)}`],
      }),
    }
  }
  async function purchaseOfPicture(): Promise<Call> {
    await send(trader, {
      to: nfts.collectible,
      data: encodeFunctionData({
        abi: parseAbi(['function transferFrom(address from, address to, uint256 tokenId)']),
        functionName: 'transferFrom',
        args: [trader, collector, 2n],
      }),
    })
    return purchaseOf('collector', pictureOf(world, 2n), coins('0.3'))
  }
  /** A picture of a collection that its seller has just made. */
  async function purchaseOfYoungPicture(): Promise<Call> {
    const token = await deploy('Collectible721', ['Masterpieces', 'ART', 'ipfs://art/', spender])
    const mint = parseAbi(['function mint(address to, uint256 tokenId)'])
    await send(spender, {
      to: token,
      data: encodeFunctionData({ abi: mint, functionName: 'mint', args: [spender, 1n] }),
    })
    return purchaseOf('spender', { itemType: SEAPORT_ITEM.erc721, token, id: 1n, amount: 1n }, coins('9'))
  }
  const sale = (functionName: string, args: readonly unknown[] = []) =>
    encodeFunctionData({ abi: SALES, functionName, args } as never)
  const pays = (to: Address, data: Hex, amount: string): Call => ({ to, data, value: coins(amount) })
  const scan = ({ to, data, value = 0n }: Call) =>
    service.scan({
      chain: 'ethereum',
      from: trader,
      to,
      data,
      value: String(value),
      options: { deadlineMs: 20_000 },
    })
  const seen = (result: TransactionScanResult) =>
    `${result.recommendation} ${result.riskScore}: ${result.warnings.map(({ id, severity }) => `${id} (${severity})`).join(', ')}; unknown: ${result.unknown.join(', ')}; ${result.simulation?.revertReason}`

  const swapOn = (router: Address, amount = units(2_000, 18)): Call => ({
    to: router,
    data: encodeFunctionData({
      abi: ROUTER,
      functionName: 'swapTokens',
      args: [amount, 1n, [tokens.dai, tokens.wrapped, tokens.usdt], trader],
    }),
  })
  const swapCoinsOn = (router: Address): Call => ({
    to: router,
    value: coins('0.5'),
    data: encodeFunctionData({
      abi: ROUTER,
      functionName: 'swapCoins',
      args: [1n, [tokens.wrapped, tokens.dai], trader],
    }),
  })
  const depositOn = (portal: Address): Call =>
    pays(
      portal,
      encodeFunctionData({
        abi: PORTAL,
        functionName: 'depositTransaction',
        args: [trader, coins('0.5'), 100_000n, false, '0x'],
      }),
      '0.5',
    )
  const payees = [friend, collector, chaser, arbitrageur, buyerOne]

  const quiet: Record<string, () => Call> = {
    'an interface fee and an approval proxy': () => swapOn(made.router),
    'an interface fee in coins': () => swapCoinsOn(made.router),
    'a route through an intermediate pool': () => ({
      to: dex.v2Router,
      data: encodeFunctionData({
        abi: V2_ROUTER_ABI,
        functionName: 'swapExactTokensForTokens',
        args: [units(1_000, 18), 1n, [tokens.dai, tokens.wrapped, tokens.usdc], trader, FAR_DEADLINE],
      }),
    }),
    'a token that keeps a small tax of each trade': () => ({
      to: dex.v2Router,
      value: coins('0.1'),
      data: encodeFunctionData({
        abi: V2_ROUTER_ABI,
        functionName: 'swapExactETHForTokensSupportingFeeOnTransferTokens',
        args: [1n, [tokens.wrapped, tokens.taxed], trader, FAR_DEADLINE],
      }),
    }),
    'a purchase on a marketplace': () => purchase,
    'a payment to a contract that obeys only the sender': () =>
      pays(made.ownDesk, encodeFunctionData({ abi: DESK, functionName: 'stake' }), '2'),
    'a deposit in a vault': () => ({
      to: honest.vault,
      data: encodeFunctionData({ abi: VAULT_ABI, functionName: 'deposit', args: [dollars(2_000), trader] }),
    }),
    'a restaking deposit': () => ({
      to: made.restaking,
      data: encodeFunctionData({
        abi: RESTAKING,
        functionName: 'depositIntoStrategy',
        args: [tokens.usdc, dollars(2_000)],
      }),
    }),
    'a deposit in a Safe of one’s own': () => pays(world.safe.account, '0x', '1'),
    'a name registration': () => pays(made.sales, sale('register', ['yours', YEAR]), '0.02'),
    'a name renewal': () => pays(made.sales, sale('renew', ['mine', YEAR]), '0.02'),
    'an auction': () => pays(made.sales, sale('bid'), '1'),
    'an escrow': () => pays(made.sales, sale('openEscrow', [friend]), '1'),
    'a purchase in a shop': () => pays(made.sales, sale('buy', [7n]), '0.05'),
    'a subscription': () => pays(made.sales, sale('subscribe', [3n]), '0.05'),
    'a lottery': () => pays(made.sales, sale('enter'), '0.01'),
    'a mint at a usual price': () => pays(made.drop, sale('mint', [2n]), '0.1'),
    'a payroll in coins': () => ({
      to: honest.multisend,
      value: coins('0.5'),
      data: encodeFunctionData({
        abi: MULTISEND_ABI,
        functionName: 'sendNative',
        args: [payees, payees.map(() => coins('0.1'))],
      }),
    }),
    'a payroll in dollars': () => ({
      to: honest.multisend,
      data: encodeFunctionData({
        abi: parseAbi(['function sendToken(address token, address[] to, uint256[] amounts)']),
        functionName: 'sendToken',
        args: [tokens.usdc, payees, payees.map(() => dollars(500))],
      }),
    }),
    'a dust payment': () => pays(fresh, '0x', '0.000001'),
    'a dust payment to a contract': () => pays(made.sales, sale('enter'), '0.000001'),
    'a deposit for a rollup with a known name': () => depositOn(world.listed.bridge),
    'a message for a rollup, priced by the base fee': () =>
      pays(
        world.listed.bridge,
        encodeFunctionData({
          abi: PORTAL,
          functionName: 'createRetryableTicket',
          args: [trader, coins('0.1'), coins('0.001'), '0x'],
        }),
        '0.102',
      ),
  }
  for (const [name, call] of Object.entries(quiet))
    test(`quiet: ${name}`, async () => {
      const result = await scan(call())
      assert.equal(result.simulation?.success, true, seen(result))
      assert.equal(result.recommendation, 'PROCEED', seen(result))
    })

  const loud: Record<string, () => Call> = {
    'a good swap that also takes another token': () => swapOn(made.greedyRouter),
    'a large swap that also takes a little of another token': () => swapOn(made.modestRouter, units(11_000, 18)),
    'a good swap of coins that also takes a token': () => swapCoinsOn(made.greedyRouter),
    'staking with no way out': () => pays(made.noExit, encodeFunctionData({ abi: DESK, functionName: 'stake' }), '2'),
    'shares that redeem for nothing': () => ({
      to: made.hollow,
      data: encodeFunctionData({ abi: VAULT_ABI, functionName: 'deposit', args: [dollars(2_000), trader] }),
    }),
    'a picture made for its buyer, at a large price': () => pays(made.ownPicture, sale('buy', [7n]), '3'),
    // Only its name tells it from a contract that keeps everything: a withdrawal needs a proof from the other network.
    'a deposit for a rollup without a name': () => depositOn(made.portal),
    'most of the coins for a lottery': () => pays(made.sales, sale('enter'), '9'),
    'most of the coins for a shop': () => pays(made.sales, sale('buy', [8n]), '9'),
  }
  for (const [name, call] of Object.entries(loud))
    test(`loud: ${name}`, async () => {
      const result = await scan(call())
      assert.equal(result.simulation?.success, true, seen(result))
      assert.ok(['CAUTION', 'BLOCK'].includes(result.recommendation), seen(result))
    })

  test('a picture of a young collection for most of the coins, on a known marketplace, is for review', async () => {
    const result = await scan(youngPurchase)
    assert.equal(result.simulation?.success, true, seen(result))
    assert.notEqual(result.recommendation, 'PROCEED', seen(result))
  })

  describe('by a permit', () => {
    const sign = async (spenderOf: Address, amount: bigint) => {
      const permit = permitOf(world, spenderOf, amount)
      const deadline = String(world.headTimestamp + 86_400)
      const typedData = { ...permit, message: { ...permit.message, deadline } }
      const body = { address: trader, chain: 'ethereum', typedData, options: { deadlineMs: 20_000 } }
      const { status, json } = await service.ask('/v1/scan/message', body)
      assert.equal(status, 200, JSON.stringify(json))
      return json.data as MessageScanResult
    }
    const told = ({ recommendation, riskScore, warnings }: MessageScanResult) =>
      `${recommendation} ${riskScore} ${warnings.map(({ id, severity, description }) => `${id} (${severity}): ${description}`).join('; ')}`
    const isTold = ({ warnings }: MessageScanResult) =>
      warnings.some(({ id }) => id === 'permit-for-deposit-without-withdrawal')

    for (const [name, amount] of Object.entries({ 'a small part': dollars(2_000), 'most of it': dollars(20_000) })) {
      // The vaults are minutes old: a permit is at least as risky as the contract scan of its spender, which is medium for that.
      test(`no alarm: ${name} for a new vault that pays it back`, async () => {
        for (const spenderOf of [made.vault, made.restaking]) {
          const result = await sign(spenderOf, amount)
          assert.ok(['PROCEED', 'REVIEW'].includes(result.recommendation), told(result))
          assert.ok(!isTold(result), told(result))
        }
      })

      test(`loud: ${name} for a vault without a way out`, async () => {
        for (const spenderOf of [made.hollow, made.noExitTokens]) {
          const result = await sign(spenderOf, amount)
          assert.ok(['CAUTION', 'BLOCK'].includes(result.recommendation), told(result))
          assert.ok(isTold(result), told(result))
        }
      })
    }
  })
})
