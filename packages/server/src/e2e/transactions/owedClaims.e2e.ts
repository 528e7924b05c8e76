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
  'function transfer(address to, uint256 amount)',
])
const COINS = parseEther('0.4')
const PAID = units(300, 6)
const STOCK = units(2_000, 18)
const POWERS = ['withdrawal-kill-switch', 'owner-withdrawal-of-deposits']
const TAKES = /^0x\w{4}…\w{4} \(.+\) can take the [\d,.]+ DAI that the contract owes you for your payment by /
const STOPS = /^0x\w{4}…\w{4} \(.+\) can stop the payment of the [\d,.]+ DAI that the contract owes you, by /

type Case = [name: string, contract: string, args: readonly unknown[], call: Hex, says: RegExp | null]

// What a contract owes its payer is as much a deposit as what it keeps.
describe('what a contract owes for a payment', () => {
  let sandbox: OpenSandbox
  let service: ScanService
  let cases: Case[] = []
  const placed = new Map<string, Address>()

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { usdc, dai } = sandbox.world.tokens
    const { trader, friend, exchange } = sandbox.world.actors
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
    ]
    for (const [name, contract, args] of cases) {
      const address = await deploy(initCodeOf(contract, args))
      placed.set(name, address)
      await sandbox.send({ from: trader, to: usdc, data: approve(address, PAID) })
      const data = encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [address, STOCK] })
      await sandbox.send({ from: exchange, to: dai, data })
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
  ].entries())
    test(name, async () => {
      const [, contract, , data, says] = cases[at] as Case
      const result = await service.scan({
        chain: 'ethereum',
        from: sandbox.world.actors.trader,
        to: placed.get(name),
        value: contract === 'DatedSale' ? String(COINS) : '0',
        data,
        options: { deadlineMs: 25_000 },
      })
      assert.equal(result.simulation?.success, true, result.simulation?.revertReason ?? '')
      const found = result.warnings.filter(({ id }) => POWERS.includes(id))
      if (says === null) return assert.deepEqual(found, [])
      assert.equal(found[0]?.severity, 'high', JSON.stringify(result.warnings))
      assert.match(found[0]?.description ?? '', says)
    })
})
