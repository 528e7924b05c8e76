import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, parseAbi, parseEther } from 'viem/utils'
import { initCodeOf } from '../../../bench/verdicts/contracts.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { approve } from '../../sandbox/history/calls.ts'
import { units } from '../../sandbox/profiles.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const VAULT = parseAbi(['function deposit(uint256 amount)', 'function deposit() payable'])
const TOKEN = parseAbi(['function transfer(address to, uint256 amount)'])
const COINS = parseEther('1')
const dollars = (amount: number) => units(amount, 6)

// A withdrawal that only its owner can make, until another account has named the owner.
describe('calls of any account that name the depositor before the withdrawal', () => {
  let sandbox: OpenSandbox
  let service: ScanService
  const vaults = new Map<string, Address>()

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { usdc } = sandbox.world.tokens
    const { trader } = sandbox.world.actors
    for (const [name, contract, args] of [
      ['a wallet joins itself to any main one', 'JoinedVault', [false]],
      ['a wallet that the main one admits', 'JoinedVault', [true]],
      ['an agent that is looked up the wrong way round', 'AgentVault', [usdc, true]],
      ['an agent that the depositor appoints', 'AgentVault', [usdc, false]],
      ['a recovery that any account asks for', 'RecoveryVault', [usdc, false]],
      ['a recovery by the guardian', 'RecoveryVault', [usdc, true]],
      ['a gift for each account that names another one', 'GiftVault', [usdc, dollars(500)]],
    ] as const) {
      const vault = await deploy(initCodeOf(contract, args))
      vaults.set(name, vault)
      if (contract === 'JoinedVault') continue
      await sandbox.send({ from: trader, to: usdc, data: approve(vault, dollars(1_000_000)) })
      const data = encodeFunctionData({ abi: TOKEN, functionName: 'transfer', args: [vault, dollars(3_000)] })
      if (contract === 'GiftVault') await sandbox.send({ from: trader, to: usdc, data })
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

  async function takesOf(name: string) {
    const isCoins = name.includes('wallet')
    const result = await service.scan({
      chain: 'ethereum',
      from: sandbox.world.actors.trader,
      to: vaults.get(name),
      value: isCoins ? String(COINS) : '0',
      data: isCoins
        ? encodeFunctionData({ abi: VAULT, functionName: 'deposit', args: [] })
        : encodeFunctionData({ abi: VAULT, functionName: 'deposit', args: [dollars(500)] }),
      options: { deadlineMs: 25_000 },
    })
    assert.equal(result.simulation?.success, true, result.simulation?.revertReason ?? '')
    return result.warnings.filter(({ id }) =>
      ['withdrawal-kill-switch', 'owner-withdrawal-of-deposits', 'deposit-without-withdrawal'].includes(id),
    )
  }

  for (const name of [
    'a wallet joins itself to any main one',
    'an agent that is looked up the wrong way round',
    'a recovery that any account asks for',
  ])
    test(`${name}: any account takes the deposit`, async () => {
      const [found, ...more] = await takesOf(name)
      assert.deepEqual([found?.id, found?.severity, more], ['owner-withdrawal-of-deposits', 'high', []])
      assert.match(found?.description ?? '', /^Any account can take your deposit of .* Confirmed in simulation\.$/)
    })

  for (const name of [
    'a wallet that the main one admits',
    'an agent that the depositor appoints',
    'a recovery by the guardian',
    'a gift for each account that names another one',
  ])
    test(`${name}: nothing is found`, async () => assert.deepEqual(await takesOf(name), []))
})
