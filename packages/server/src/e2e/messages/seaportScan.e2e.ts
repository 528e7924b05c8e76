import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { privateKeyToAccount } from 'viem/accounts'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { ACTORS } from '../../sandbox/actors.ts'
import { SANDBOX_CHAINS } from '../../sandbox/canonical.ts'
import { approve, approveAll } from '../../sandbox/history/calls.ts'
import { type NodeRpc, nodeRpc } from '../../sandbox/nodeRpc.ts'
import { nativeWorth, units } from '../../sandbox/profiles.ts'
import { type SandboxWorld, sandboxWorld } from '../../sandbox/world.ts'
import { newHead, ON_SANDBOX } from '../../testing/newHead.ts'
import {
  bulkOrderOf,
  coins,
  listingOf,
  orderOf,
  pictureOf,
  SEAPORT_ITEM,
  type SeaportItem,
} from '../../testing/sandboxMessages.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'
import type { MessageScanResult } from '../../usecases/scans/message/scanMessage.ts'

const ABI = parseAbi([
  'struct OfferItem { uint8 itemType; address token; uint256 identifierOrCriteria; uint256 startAmount; uint256 endAmount; }',
  'struct ConsiderationItem { uint8 itemType; address token; uint256 identifierOrCriteria; uint256 startAmount; uint256 endAmount; address recipient; }',
  'struct OrderParameters { address offerer; address zone; OfferItem[] offer; ConsiderationItem[] consideration; uint8 orderType; uint256 startTime; uint256 endTime; bytes32 zoneHash; uint256 salt; bytes32 conduitKey; uint256 totalOriginalConsiderationItems; }',
  'struct Order { OrderParameters parameters; bytes signature; }',
  'function fulfillOrder(Order order, bytes32 fulfillerConduitKey) payable returns (bool)',
  'function incrementCounter() returns (uint256)',
])

// Orders are judged by what Seaport's own code does with them: the real one, with a made-up buyer and no signature.
describe('Seaport orders on the sandbox', () => {
  let service: ScanService
  const http = createOperatorFetch()

  before(async () => {
    service = await startScanService('test', {}, ON_SANDBOX)
    for (const chain of SANDBOX_CHAINS) {
      const world = sandboxWorld(chain)
      const { actors, nfts, tokens, seaport } = world
      await send(world, actors.trader, nfts.collectible, approveAll(seaport))
      await send(world, actors.trader, tokens.wrapped, approve(seaport, 2n ** 256n - 1n))
    }
    await newHead()
  })
  after(async () => {
    await http.close()
    await service.close()
  })

  const nodeOf = async (world: SandboxWorld): Promise<NodeRpc> =>
    nodeRpc((await service.app.sandbox()).rpcUrls[world.chain], http)
  async function send(world: SandboxWorld, from: Address, to: Address, data: Hex, value = 0n): Promise<void> {
    const rpc = await nodeOf(world)
    const hash = await rpc('eth_sendTransaction', [
      { from, to, data, value: `0x${value.toString(16)}`, gas: '0x100000' },
    ])
    await rpc('evm_mine', [])
    const receipt = (await rpc('eth_getTransactionReceipt', [hash])) as { status: Hex }
    assert.equal(receipt.status, '0x1')
  }
  async function scan(world: SandboxWorld, typedData: object): Promise<MessageScanResult> {
    const { chain, actors } = world
    const body = { address: actors.trader, chain, typedData, options: { deadlineMs: 20_000 } }
    const { status, json } = await service.ask('/v1/scan/message', body)
    assert.equal(status, 200, JSON.stringify(json))
    return (json as { data: MessageScanResult }).data
  }
  const found = ({ warnings, recommendation, riskScore, simulation }: MessageScanResult) =>
    `${recommendation} ${riskScore} ${warnings.map(({ id }) => id).join(', ')} ${JSON.stringify(simulation)}`
  const changeOf = ({ simulation }: MessageScanResult, account: Address, asset: string) =>
    simulation?.balanceChanges.find((row) => row.account === account && row.asset === asset)?.change
  const picture = ({ simulation }: MessageScanResult, account: Address) =>
    simulation?.balanceChanges.filter((row) => row.account === account && row.assetType === 'erc721')
  function assertReallyFilled(result: MessageScanResult): void {
    const { simulation } = result
    assert.equal(simulation?.success, true, found(result))
    assert.equal(simulation.steps.at(-1)?.function, 'fulfillAdvancedOrder', found(result))
    assert.deepEqual([simulation.notRun, simulation.heldBack], [[], []], found(result))
  }

  for (const chain of SANDBOX_CHAINS) {
    const world = sandboxWorld(chain)
    const { actors, tokens, decimals, nfts } = world
    const fair = nativeWorth(chain, 90)
    const dollars = (amount: number, more: Partial<SeaportItem> = {}): SeaportItem => ({
      itemType: SEAPORT_ITEM.erc20,
      token: tokens.usdc,
      amount: units(amount, decimals.usdc),
      ...more,
    })
    const wrapped = (amount: bigint): SeaportItem => ({ itemType: SEAPORT_ITEM.erc20, token: tokens.wrapped, amount })

    describe(chain, () => {
      test('a fair listing is filled and stays quiet', async () => {
        const result = await scan(world, listingOf(world, 2n, fair))
        assertReallyFilled(result)
        assert.equal(result.recommendation, 'PROCEED', found(result))
        assert.equal(picture(result, actors.trader)?.[0]?.change, '-1')
        assert.ok(result.simulation?.balanceChanges.some((row) => row.assetType === 'native' && Number(row.change) > 0))
      })

      test('a listing for nothing or for dust is blocked by what it does', async () => {
        for (const consideration of [[], [coins(1n)]]) {
          const result = await scan(world, orderOf(world, { offer: [pictureOf(world, 2n)], consideration }))
          assert.equal(result.recommendation, 'BLOCK', found(result))
          assertReallyFilled(result)
          assert.equal(picture(result, actors.trader)?.[0]?.tokenId, '2', found(result))
        }
        // Seaport refuses items of nothing: what the order says is moved by hand.
        const nothing = await scan(world, listingOf(world, 2n, 0n))
        assert.equal(nothing.recommendation, 'BLOCK', found(nothing))
        assert.match(nothing.simulation?.heldBack[0]?.reason ?? '', /does not fill the order as things are/)
      })

      test('a listing in dollars with a marketplace fee pays the seller what is left', async () => {
        const fee = dollars(2, { recipient: actors.artist })
        const result = await scan(
          world,
          orderOf(world, { offer: [pictureOf(world, 2n)], consideration: [dollars(88), fee] }),
        )
        assertReallyFilled(result)
        assert.equal(changeOf(result, actors.trader, 'USDC'), '88', found(result))
        assert.equal(result.recommendation, 'PROCEED', found(result))
      })

      test('a listing whose price goes to another account is blocked', async () => {
        const result = await scan(
          world,
          orderOf(world, {
            offer: [pictureOf(world, 2n)],
            consideration: [{ ...coins(fair), recipient: actors.drainerCashOut }],
          }),
        )
        assertReallyFilled(result)
        assert.equal(result.recommendation, 'BLOCK', found(result))
      })

      test('an auction that falls to nothing is judged by where it ends', async () => {
        const falling = { ...coins(fair), endAmount: 0n }
        const result = await scan(world, orderOf(world, { offer: [pictureOf(world, 2n)], consideration: [falling] }))
        assertReallyFilled(result)
        assert.equal(result.recommendation, 'BLOCK', found(result))
        const honest = { ...coins(2n * fair), endAmount: fair }
        const quiet = await scan(world, orderOf(world, { offer: [pictureOf(world, 2n)], consideration: [honest] }))
        assertReallyFilled(quiet)
        assert.equal(quiet.recommendation, 'PROCEED', found(quiet))
      })

      test('a bid is filled by the holder of the picture', async () => {
        const offer = [wrapped(fair)]
        const result = await scan(world, orderOf(world, { offer, consideration: [pictureOf(world, 6n)] }))
        assertReallyFilled(result)
        assert.deepEqual(
          picture(result, actors.trader)?.map(({ tokenId, change }) => [tokenId, change]),
          [['6', '1']],
          found(result),
        )
        assert.notEqual(result.recommendation, 'BLOCK', found(result))
      })

      test('a bid for any picture of the collection gets one', async () => {
        const result = await scan(world, orderOf(world, { offer: [wrapped(fair)], consideration: [pictureOf(world)] }))
        assertReallyFilled(result)
        assert.equal(picture(result, actors.trader)?.[0]?.change, '1', found(result))
        assert.notEqual(result.recommendation, 'BLOCK', found(result))
      })

      test('any of the signer’s pictures for nothing takes one', async () => {
        const result = await scan(world, orderOf(world, { offer: [pictureOf(world)], consideration: [coins(1n)] }))
        assertReallyFilled(result)
        assert.equal(picture(result, actors.trader)?.[0]?.change, '-1', found(result))
        assert.equal(result.recommendation, 'BLOCK', found(result))
      })

      test('of orders under one signature each is filled, the bad one too', async () => {
        const good = listingOf(world, 2n, fair)
        const bad = listingOf(world, 3n, 1n)
        const result = await scan(world, bulkOrderOf([good, bad]))
        assertReallyFilled(result)
        assert.equal(result.recommendation, 'BLOCK', found(result))
        const taken = picture(result, actors.trader)?.map(({ tokenId }) => tokenId)
        assert.deepEqual(taken?.sort(), ['2', '3'], found(result))
      })

      test('where a zone must agree, it may agree to anything', async () => {
        const order = { offer: [pictureOf(world, 2n)], consideration: [coins(fair)], orderType: 2, zone: actors.artist }
        const result = await scan(world, orderOf(world, order))
        assertReallyFilled(result)
        assert.equal(picture(result, actors.trader)?.[0]?.change, '-1', found(result))
      })

      test('an order that Seaport does not fill is moved by hand and says so', async () => {
        const items = { itemType: SEAPORT_ITEM.erc1155, token: nfts.items, id: 7n, amount: 2n }
        const result = await scan(world, orderOf(world, { offer: [items], consideration: [coins(fair)] }))
        assert.match(
          result.simulation?.heldBack[0]?.reason ?? '',
          /does not fill the order as things are/,
          found(result),
        )
      })
    })
  }

  test('a listing that is really signed and filled does what the scan said, and is worth nothing afterwards', async () => {
    const world = sandboxWorld('bsc')
    const { actors, seaport, chain } = world
    const typedData = listingOf(world, 4n, nativeWorth(chain, 90))
    const said = await scan(world, typedData)
    assertReallyFilled(said)
    const signature = await privateKeyToAccount(ACTORS.trader.privateKey).signTypedData(typedData as never)
    const { counter: _counter, ...rest } = typedData.message
    const parameters = { ...rest, totalOriginalConsiderationItems: 1n }
    const none: Hex = `0x${'0'.repeat(64)}`
    const args = [{ parameters, signature }, none]
    const data = encodeFunctionData({ abi: ABI, functionName: 'fulfillOrder', args } as never)
    await send(world, actors.collector, seaport, data, nativeWorth(chain, 90))
    await newHead()
    const again = await scan(world, typedData)
    assert.match(again.simulation?.worthless[0]?.reason ?? '', /has been filled/, found(again))
    await send(world, actors.trader, seaport, encodeFunctionData({ abi: ABI, functionName: 'incrementCounter' }))
    await newHead()
    const cancelled = await scan(world, listingOf(world, 3n, 0n))
    assert.match(cancelled.simulation?.worthless[0]?.reason ?? '', /has been cancelled/, found(cancelled))
  })
})
