import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { initCodeOf } from '../../../bench/verdicts/contracts.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const ETHER = 10n ** 18n
const DEPOSIT: Hex = '0xd0e30db0'
const OF_OTHERS = ['withdrawal-kill-switch', 'owner-withdrawal-of-deposits']

// An owner who first flags a depositor, and then decides over the flagged one's stake; and payments without any call data.
describe('deposits of accounts that an owner may flag', () => {
  let sandbox: OpenSandbox
  let service: ScanService
  const placed = new Map<string, Address>()

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { spender } = sandbox.world.actors
    for (const name of ['PayingFlags', 'MovingFlags', 'MovingFlags5', 'RefundingFlags', 'ClosingFlags', 'Purse']) {
      const data = initCodeOf(name, name === 'Purse' ? [] : [spender])
      const hash = await sandbox.rpc('eth_sendTransaction', [{ from: spender, data, gas: '0x2dc6c0' }])
      await sandbox.rpc('evm_mine', [])
      const receipt = (await sandbox.rpc('eth_getTransactionReceipt', [hash])) as { contractAddress: Address }
      placed.set(name, receipt.contractAddress)
    }
    await sandbox.rpc('anvil_mine', ['0x2', '0xc'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  const scan = async (name: string, data: Hex = DEPOSIT) => {
    const [from, to] = [sandbox.world.actors.trader, placed.get(name)]
    const options = { deadlineMs: 25_000 }
    const result = await service.scan({ chain: 'ethereum', from, to, value: String(ETHER), data, options })
    assert.equal(result.simulation?.success, true, result.simulation?.revertReason ?? '')
    return result
  }
  const powersOver = async (name: string) => {
    const { warnings } = await scan(name)
    return warnings.filter(({ id }) => OF_OTHERS.includes(id))
  }

  for (const [name, calls] of [
    ['PayingFlags', / and then /],
    ['MovingFlags', /and then withdraw/],
    ['MovingFlags5', /and then withdraw/],
  ] as const) {
    test(`${name}: the flagged depositor's stake goes to an account of the owner's choice`, async () => {
      const [found] = await powersOver(name)
      assert.equal(found?.severity, 'high')
      assert.match(found?.description ?? '', calls)
    })
  }

  for (const name of ['RefundingFlags', 'ClosingFlags']) {
    test(`${name}: a flag that takes nothing from the depositor is not accused`, async () => {
      assert.deepEqual(await powersOver(name), [])
    })
  }

  test('coins that a contract writes down without a call, and pays back, are a deposit with a way out', async () => {
    const { warnings, complete } = await scan('Purse', '0x')
    assert.equal(complete, true)
    assert.ok(warnings.some(({ id }) => id === 'deposit-withdrawal'))
    assert.deepEqual(
      warnings.filter(({ severity }) => severity !== 'info' && severity !== 'low'),
      [],
    )
  })
})
