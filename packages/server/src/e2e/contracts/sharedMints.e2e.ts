import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import { initCodeOf } from '../../../bench/verdicts/contracts.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

// A contract may mint. Whether a private key may too depends on whether it can name itself.
describe('coins that a contract mints, and whose administrator names minters', () => {
  let sandbox: OpenSandbox
  let service: ScanService
  const placed = new Map<string, Address>()

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const chair = await deploy('MintingChair', [])
    for (const name of ['AppointingMint', 'DismissingMint', 'DailyGrowth', 'DailyNote'])
      placed.set(name, await deploy(name, [chair]))
    await sandbox.rpc('anvil_mine', ['0x2', '0xc'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  async function deploy(name: string, args: readonly unknown[]): Promise<Address> {
    const { spender: from } = sandbox.world.actors
    const hash = await sandbox.rpc('eth_sendTransaction', [{ from, data: initCodeOf(name, args), gas: '0x2dc6c0' }])
    await sandbox.rpc('evm_mine', [])
    return ((await sandbox.rpc('eth_getTransactionReceipt', [hash])) as { contractAddress: Address }).contractAddress
  }

  const warningsOf = async (name: string) => {
    const body = { chain: 'ethereum', address: placed.get(name), options: { deadlineMs: 25_000 } }
    const { json } = await service.ask('/v1/scan/contract', body)
    const { warnings } = json.data as { warnings: Finding[] }
    return warnings
  }
  const minters = async (name: string) => {
    const warnings = await warningsOf(name)
    return warnings.filter(({ id }) => id === 'mintable-supply').map(({ description }) => description)
  }

  test('the administrator who names itself is told, beside the contract', async () => {
    const found = await minters('AppointingMint')
    assert.ok(
      found.some((one) => /^A contract .* can mint/.test(one)),
      found.join('\n'),
    )
    assert.ok(
      found.some((one) => /^A single key .* can mint/.test(one)),
      found.join('\n'),
    )
  })

  test('an administrator who only dismisses minters is not', async () => {
    const found = await minters('DismissingMint')
    assert.deepEqual(
      found.filter((one) => /single key/.test(one)),
      [],
    )
  })

  test('a keeper whose daily call is not due yet is found a day later', async () => {
    const told = /, which is refused now and works .* from now\. Confirmed in simulation\./
    const found = (await warningsOf('DailyGrowth')).filter(({ description }) => told.test(description))
    assert.deepEqual(
      found.map(({ id }) => id),
      ['hidden-mint'],
    )
    assert.deepEqual(
      (await warningsOf('DailyNote')).filter(({ description }) => told.test(description)),
      [],
    )
  })
})
