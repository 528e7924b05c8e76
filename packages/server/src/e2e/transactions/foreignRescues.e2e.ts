import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { initCodeOf } from '../../../bench/verdicts/contracts.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { approve } from '../../sandbox/history/calls.ts'
import { units } from '../../sandbox/profiles.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const POT = parseAbi(['function deposit(uint256 amount)'])

// An owner who may send tokens back that came by mistake: what counts is whether the same call takes deposits.
describe('rescues of foreign tokens from a pot of deposits', () => {
  let sandbox: OpenSandbox
  let service: ScanService
  const placed = new Map<string, Address>()

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { trader, spender } = sandbox.world.actors
    const { usdc } = sandbox.world.tokens
    const market = await deploy('LentMarket', [usdc])
    for (const [name, args] of [
      ['SparingRescue', [usdc, spender]],
      ['SparingRescue5', [usdc, spender]],
      ['SweepingRescue', [usdc, spender]],
      ['SparingLender', [usdc, market, spender]],
      ['SharesTakingLender', [usdc, market, spender]],
      ['SparingEntries6', [usdc, market, spender]],
      ['SharesTakingEntries6', [usdc, market, spender]],
    ] as const) {
      const pot = await deploy(name, args)
      placed.set(name, pot)
      await sandbox.send({ from: trader, to: usdc, data: approve(pot, units(1_000, 6)) })
    }
    await sandbox.rpc('anvil_mine', ['0x2', '0xc'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  async function deploy(name: string, args: readonly unknown[]): Promise<Address> {
    const sent = { from: sandbox.world.actors.spender, data: initCodeOf(name, args), gas: '0x2dc6c0' }
    const hash = await sandbox.rpc('eth_sendTransaction', [sent])
    await sandbox.rpc('evm_mine', [])
    return ((await sandbox.rpc('eth_getTransactionReceipt', [hash])) as { contractAddress: Address }).contractAddress
  }

  const found = async (name: string) => {
    const data = encodeFunctionData({ abi: POT, functionName: 'deposit', args: [units(500, 6)] })
    const body = { chain: 'ethereum', from: sandbox.world.actors.trader, to: placed.get(name), data }
    const result = await service.scan({ ...body, options: { deadlineMs: 25_000 } })
    assert.equal(result.simulation?.success, true, result.simulation?.revertReason ?? '')
    return result.warnings.filter(({ severity }) => severity !== 'info' && severity !== 'low').map(({ id }) => id)
  }

  for (const name of ['SparingRescue', 'SparingRescue5', 'SparingLender', 'SparingEntries6'])
    test(`${name}: it pays foreign tokens and no deposit, and is not untested`, async () => {
      assert.deepEqual(await found(name), [])
    })

  test('SweepingRescue: the same call takes the deposits', async () => {
    assert.ok((await found('SweepingRescue')).includes('owner-withdrawal-of-deposits'))
  })

  for (const name of ['SharesTakingLender', 'SharesTakingEntries6'])
    test(`${name}: a call that spares the coin, and not the shares that stand for it, ends the withdrawal`, async () => {
      assert.ok((await found(name)).includes('withdrawal-kill-switch'))
    })
})
