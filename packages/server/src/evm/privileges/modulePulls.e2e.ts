import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { getContractAddress, numberToHex, parseEther } from 'viem/utils'
import { initCodeOf } from '../../../bench/verdicts/contracts.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const MAKER: Address = '0x7e57ed005afe0000000000000000000000000001'
const SHOWN = 'Confirmed in simulation on a wallet that enabled it and wrote nothing else.'
const HOSTILE = ['MakersSpending', 'SelfNamed', 'AuthorsRecovery', 'OpenPayroll']
const HONEST = ['OwnSpending', 'SafeNamed', 'GuardiansRecovery', 'OwnersPayroll']

// Contracts that act as Safes which enabled them as a module, executed with a wallet that enabled them.
describe('POST /v1/scan/contract of modules of Safes', { timeout: 300_000 }, () => {
  let sandbox: OpenSandbox
  let service: ScanService
  const all = [...HOSTILE, ...HONEST]

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { rpc } = sandbox
    await rpc('anvil_setBalance', [MAKER, numberToHex(parseEther('10'))])
    for (const contract of all) {
      const data: Hex = initCodeOf(contract, [])
      await rpc('eth_sendTransaction', [{ from: MAKER, data, gas: numberToHex(3_000_000) }])
      await rpc('evm_mine', [])
    }
    await rpc('anvil_mine', ['0x40', '0x2a30'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  const found = async (contract: string) => {
    const address = getContractAddress({ from: MAKER, nonce: BigInt(all.indexOf(contract)) })
    const body = { chain: 'ethereum', address, options: { deadlineMs: 20_000 } }
    const { status, json } = await service.ask('/v1/scan/contract', body)
    assert.equal(status, 200, JSON.stringify(json))
    const { warnings } = json.data as { warnings: { id: string; severity: string; description: string }[] }
    return warnings.find(({ id }) => id === 'entrusted-right-under-key')
  }

  for (const contract of HOSTILE)
    test(`${contract} obeys more than the Safe`, async () => {
      const finding = await found(contract)
      assert.equal(finding?.severity, 'critical', finding?.description)
      assert.ok(finding.description.includes('act as every smart account that enabled'), finding.description)
      assert.ok(finding.description.includes(SHOWN), finding.description)
    })

  for (const contract of HONEST)
    test(`${contract} obeys the Safe alone`, async () => {
      const finding = await found(contract)
      assert.equal(finding, undefined, finding?.description)
    })
})
