import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { assemble } from '../evm/simulation/testing/assembler.ts'
import { type OpenSandbox, openSandbox } from '../intel/onchain/testing/openSandbox.ts'
import { type ScanService, startScanService } from '../testing/scanService.ts'

const designator = (delegate: Address): Hex => `0xef0100${delegate.slice(2)}`

// An account that handed itself over (EIP-7702): what its delegate lets strangers do is executed in its place.
describe('POST /v1/scan/contract of a delegated account', () => {
  const robbed: Address = '0x00000000000000000000000000000000000d0001'
  const guarded: Address = '0x00000000000000000000000000000000000d0002'
  const wallet: Address = '0x00000000000000000000000000000000000d0003'
  let sandbox: OpenSandbox
  let service: ScanService

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { traps, actors } = sandbox.world
    // Keeps what it is paid; a call with data succeeds for its owner only.
    const code = assemble(
      `CALLDATASIZE @call JUMPI STOP :call CALLER ${actors.trader} EQ @ok JUMPI 0 0 REVERT :ok STOP`,
    )
    await sandbox.rpc('anvil_setCode', [wallet, code])
    await sandbox.rpc('anvil_setCode', [robbed, designator(traps.maliciousDelegate)])
    await sandbox.rpc('anvil_setCode', [guarded, designator(wallet)])
    await sandbox.rpc('anvil_mine', ['0x2', '0xe10'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  const scan = async (address: Address) => {
    const body = { chain: 'ethereum', address, options: { deadlineMs: 20_000 } }
    const { json } = await service.ask('/v1/scan/contract', body)
    return (json as { data: { recommendation: string; warnings: { id: string; severity: string }[] } }).data
  }
  const ids = ({ warnings }: { warnings: { id: string }[] }) => warnings.map(({ id }) => id)

  test('one that strangers can empty is to be blocked', async () => {
    const result = await scan(robbed)
    assert.ok(ids(result).includes('sweeper-delegate'), ids(result).join(', '))
    assert.equal(result.recommendation, 'BLOCK')
  })

  test('one whose code refuses strangers has an unknown delegate, and the level of its wallet', async () => {
    const result = await scan(guarded)
    assert.ok(!ids(result).includes('sweeper-delegate'))
    assert.equal(result.warnings.find(({ id }) => id === 'unknown-delegate')?.severity, 'low')
  })
})
