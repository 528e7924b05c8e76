import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { initCodeOf } from '../../../bench/verdicts/contracts.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { approve } from '../../sandbox/history/calls.ts'
import { units } from '../../sandbox/profiles.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const ETHER = 10n ** 18n
const DEPOSIT: Hex = '0xd0e30db0'
const SHARES = parseAbi(['function plant(uint256 amount, address to)'])
const CODED = ['PayingFlags', 'MovingFlags', 'MovingFlags5', 'RefundingFlags', 'ClosingFlags', 'Purse']
/** Who leaves waits: seven or fourteen days, in shares three. */
const WAITING = ['SeizingQueue', 'SeizingQueue4', 'EndingQueue', 'EjectingQueue', 'ClosingQueue']
const IN_SHARES = ['SeizedShares', 'BarredShares']
const OF_OTHERS = ['withdrawal-kill-switch', 'owner-withdrawal-of-deposits']

// An owner who first flags a depositor, and then decides over the flagged one's stake; and payments without any call data.
describe('deposits of accounts that an owner may flag', () => {
  let sandbox: OpenSandbox
  let service: ScanService
  const placed = new Map<string, Address>()

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { trader, spender } = sandbox.world.actors
    const { dai } = sandbox.world.tokens
    for (const name of [...CODED, ...WAITING, ...IN_SHARES]) {
      const args = name === 'Purse' ? [] : IN_SHARES.includes(name) ? [dai, spender] : [spender]
      const sent = { from: spender, data: initCodeOf(name, args), gas: '0x2dc6c0' }
      const hash = await sandbox.rpc('eth_sendTransaction', [sent])
      await sandbox.rpc('evm_mine', [])
      const { contractAddress: place } = (await sandbox.rpc('eth_getTransactionReceipt', [hash])) as {
        contractAddress: Address
      }
      placed.set(name, place)
      if (!IN_SHARES.includes(name)) continue
      // A user of the contract, whose call a contract scan repeats; then all that is left may be taken.
      await sandbox.send({ from: trader, to: dai, data: approve(place, units(100_000, 18)) })
      await sandbox.send({ from: trader, to: place, data: plant(100) })
    }
    await sandbox.rpc('anvil_mine', ['0x2', '0xc'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  const plant = (amount: number) =>
    encodeFunctionData({ abi: SHARES, functionName: 'plant', args: [units(amount, 18), sandbox.world.actors.trader] })
  const scan = async (name: string, data: Hex = IN_SHARES.includes(name) ? plant(400) : DEPOSIT) => {
    const [from, to] = [sandbox.world.actors.trader, placed.get(name)]
    const value = IN_SHARES.includes(name) ? '0' : String(ETHER)
    const result = await service.scan({ chain: 'ethereum', from, to, value, data, options: { deadlineMs: 25_000 } })
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
    ['SeizingQueue', / and then (claim|0x)/],
    ['SeizingQueue4', / and then (finishExit|0x)/],
    ['SeizedShares', / and then (harvest|0x)/],
    ['EndingQueue', /stop the withdrawal.* and then (forfeit|0x)/],
  ] as const) {
    test(`${name}: the flagged depositor's stake goes to an account of the owner's choice`, async () => {
      const [found] = await powersOver(name)
      assert.equal(found?.severity, 'high')
      assert.match(found?.description ?? '', calls)
    })
  }

  for (const name of ['RefundingFlags', 'ClosingFlags', 'EjectingQueue', 'ClosingQueue', 'BarredShares']) {
    test(`${name}: a flag that takes nothing from the depositor is not accused`, async () => {
      assert.deepEqual(await powersOver(name), [])
    })
  }

  for (const name of IN_SHARES)
    test(`${name}: the contract scan has what the scan of a deposit has`, async () => {
      const asked = { chain: 'ethereum', address: placed.get(name), options: { deadlineMs: 25_000 } }
      const { json } = await service.ask('/v1/scan/contract', asked)
      const found = (json.data.warnings as { id: string }[]).some(({ id }) => id === 'unsafe-user-deposits')
      assert.equal(found, name === 'SeizedShares', JSON.stringify(json.data.warnings))
    })

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
