import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, parseAbi, parseEther } from 'viem/utils'
import { initCodeOf } from '../../../bench/verdicts/contracts.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { approve } from '../../sandbox/history/calls.ts'
import { units } from '../../sandbox/profiles.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const ABI = parseAbi([
  'function buy() payable',
  'function buy(uint256 dollars)',
  'function order(uint256 dollars)',
  'function payDues(uint256 dollars)',
  'function zapIn(uint256 amount) payable',
  'function stakeDollars(uint256 amount)',
  'function lockCoins() payable',
  'function put(uint256 amount)',
  'function supply(uint256 amount)',
  'function add(uint256 amount)',
  'function allocate(address plug, uint96 amount)',
  'function transfer(address to, uint256 amount)',
])
const COINS = parseEther('0.4')
const PAID = units(300, 6)
const STOCK = units(2_000, 18)
const POWERS = ['withdrawal-kill-switch', 'owner-withdrawal-of-deposits']
const TAKES = /^0x\w{4}…\w{4} \(.+\) can take the [\d,.]+ DAI that the contract owes you for your payment by /
const STOPS = /^0x\w{4}…\w{4} \(.+\) can stop the payment of the [\d,.]+ DAI that the contract owes you, by /

/** By an account that names a contract of its own first. */
const SENDS = /^0x\w{4}…\w{4} \(.+\) can send your deposit of 300 USDC to 0x\w{4}…\w{4} by .+ and then /
const SETTLES = /^0x\w{4}…\w{4} \(.+\) can stop the withdrawal of your 0\.4 ETH by /
const PARTY = /^0x\w{4}…\w{4} \(.+\) can take the [\d.,]+ .+ that the contract owes you for your payment by /
const WITH_COINS = ['DatedSale', 'LpZap', 'WrapZap']
const ZERO: Address = '0x0000000000000000000000000000000000000000'

type Case = [name: string, contract: string, args: readonly unknown[], call: Hex, says: RegExp | null]

// What a contract owes its payer is as much a deposit as what it keeps.
describe('what a contract owes for a payment', () => {
  let sandbox: OpenSandbox
  let service: ScanService
  let cases: Case[] = []
  const placed = new Map<string, Address>()

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { usdc, dai, wrapped } = sandbox.world.tokens
    const { trader, friend, exchange } = sandbox.world.actors
    const { v2Router, pairs } = sandbox.world.dex
    const call = (functionName: 'zapIn' | 'stakeDollars' | 'put' | 'supply' | 'add') =>
      encodeFunctionData({ abi: ABI, functionName, args: [PAID] })
    const lock = encodeFunctionData({ abi: ABI, functionName: 'lockCoins', args: [] })
    const made = (contract: string, args: readonly unknown[]) => deploy(initCodeOf(contract, args))
    const [open, sparing] = [
      await made('LpLocker', [pairs.usdc, friend, false]),
      await made('LpLocker', [pairs.usdc, friend, true]),
    ]
    const shares = await made('PlainShares', [usdc])
    const [led, ownerless] = [await made('ShareFarm', [shares, friend]), await made('ShareFarm', [shares, ZERO])]
    const [arbitrated, plain] = [await made('WrapEscrow', [wrapped, friend]), await made('WrapEscrow', [wrapped, ZERO])]
    const list = await made('VenueList', [exchange])
    const plug = await made('QuietPlug', [usdc])
    const buy = encodeFunctionData({ abi: ABI, functionName: 'buy', args: [] })
    const [ticket, order, dues] = [
      encodeFunctionData({ abi: ABI, functionName: 'buy', args: [PAID] }),
      encodeFunctionData({ abi: ABI, functionName: 'order', args: [PAID] }),
      encodeFunctionData({ abi: ABI, functionName: 'payDues', args: [PAID] }),
    ]
    cases = [
      ['coins of a date, whose seller strikes buyers off', 'DatedSale', [dai, friend, false], buy, STOPS],
      ['coins of a date, to every buyer', 'DatedSale', [dai, friend, true], buy, null],
      ['tickets that the clerk moves', 'TicketSale', [usdc, dai, false], ticket, STOPS],
      ['tickets that their holders move', 'TicketSale', [usdc, dai, true], ticket, null],
      ['a rebate from a pot that its maker empties', 'RebateShop', [usdc, dai, false], order, TAKES],
      ['a rebate from a pot that keeps what is owed', 'RebateShop', [usdc, dai, true], order, null],
      ['dues of a member, for which nothing is owed', 'ClubDues', [usdc, friend], dues, null],
      ['liquidity left with a locker whose guardian takes it', 'LpZap', [v2Router, usdc, open], call('zapIn'), PARTY],
      ['liquidity left with a locker that spares it', 'LpZap', [v2Router, usdc, sparing], call('zapIn'), null],
      ['shares staked in a farm that its steward moves', 'ShareZap', [shares, led], call('stakeDollars'), PARTY],
      ['shares staked in a farm without a steward', 'ShareZap', [shares, ownerless], call('stakeDollars'), null],
      ['wrapped coins in an escrow with an arbiter', 'WrapZap', [wrapped, arbitrated], lock, SETTLES],
      ['wrapped coins in an escrow without one', 'WrapZap', [wrapped, plain], lock, null],
      ['a pot that lends to venues that its manager names', 'VenuePot', [usdc, friend, ZERO], call('put'), SENDS],
      ['a pot that lends to listed venues', 'VenuePot', [usdc, friend, list], call('put'), null],
      ['a pool whose operator connects a module', 'ModulePool', [usdc, friend, false], call('supply'), SENDS],
      ['a pool that connects none', 'ModulePool', [usdc, friend, true], call('supply'), null],
      ['a vault whose curator also allocates', 'PlugVault', [usdc, friend, friend, plug], call('add'), SENDS],
      [
        'a vault whose curator does not allocate',
        'PlugVault',
        [usdc, sandbox.world.safe.account, friend, plug],
        call('add'),
        null,
      ],
    ]
    for (const [name, contract, args] of cases) {
      const address = await deploy(initCodeOf(contract, args))
      placed.set(name, address)
      await sandbox.send({ from: trader, to: usdc, data: approve(address, PAID) })
      const data = encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [address, STOCK] })
      await sandbox.send({ from: exchange, to: dai, data })
    }
    // Accounts with rights in a mapping show themselves by their calls.
    for (const name of ['a vault whose curator also allocates', 'a vault whose curator does not allocate']) {
      const data = encodeFunctionData({ abi: ABI, functionName: 'allocate', args: [plug, 0n] })
      await sandbox.send({ from: friend, to: placed.get(name) as Address, data })
    }
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  async function deploy(data: Hex): Promise<Address> {
    const sent = { from: sandbox.world.actors.spender, data, gas: '0x4c4b40' }
    const hash = await sandbox.rpc('eth_sendTransaction', [sent])
    await sandbox.rpc('evm_mine', [])
    return ((await sandbox.rpc('eth_getTransactionReceipt', [hash])) as { contractAddress: Address }).contractAddress
  }

  for (const [at, name] of [
    'coins of a date, whose seller strikes buyers off',
    'coins of a date, to every buyer',
    'tickets that the clerk moves',
    'tickets that their holders move',
    'a rebate from a pot that its maker empties',
    'a rebate from a pot that keeps what is owed',
    'dues of a member, for which nothing is owed',
    'liquidity left with a locker whose guardian takes it',
    'liquidity left with a locker that spares it',
    'shares staked in a farm that its steward moves',
    'shares staked in a farm without a steward',
    'wrapped coins in an escrow with an arbiter',
    'wrapped coins in an escrow without one',
    'a pot that lends to venues that its manager names',
    'a pot that lends to listed venues',
    'a pool whose operator connects a module',
    'a pool that connects none',
    'a vault whose curator also allocates',
    'a vault whose curator does not allocate',
  ].entries())
    test(name, async () => {
      const [, contract, , data, says] = cases[at] as Case
      const result = await service.scan({
        chain: 'ethereum',
        from: sandbox.world.actors.trader,
        to: placed.get(name),
        value: WITH_COINS.includes(contract) ? String(COINS) : '0',
        data,
        options: { deadlineMs: 25_000 },
      })
      assert.equal(result.simulation?.success, true, result.simulation?.revertReason ?? '')
      console.error(
        name,
        JSON.stringify([
          result.recommendation,
          result.warnings.map((w) => [w.id, w.severity, w.description.slice(0, 200)]),
        ]),
      )
      const found = result.warnings.filter(({ id }) => POWERS.includes(id))
      if (says === null) return assert.deepEqual(found, [])
      assert.equal(found[0]?.severity, 'high', JSON.stringify(result.warnings))
      assert.match(found[0]?.description ?? '', says)
    })
})
