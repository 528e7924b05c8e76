import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { assemble } from '../../evm/simulation/testing/assembler.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const designator = (delegate: Address): Hex => `0xef0100${delegate.slice(2)}`

// An account that handed itself over (EIP-7702): what its delegate lets strangers do is executed in its place.
describe('POST /v1/scan/contract of a delegated account', () => {
  const robbed: Address = '0x00000000000000000000000000000000000d0001'
  const guarded: Address = '0x00000000000000000000000000000000000d0002'
  const wallet: Address = '0x00000000000000000000000000000000000d0003'
  const obedient: Address = '0x00000000000000000000000000000000000d0004'
  const author: Address = '0x00000000000000000000000000000000000d0005'
  const signed: Address = '0x00000000000000000000000000000000000d0006'
  const signer: Address = '0x00000000000000000000000000000000000d0007'
  const owned: Address = '0x00000000000000000000000000000000000d0008'
  const storedOwner: Address = '0x00000000000000000000000000000000000d0009'
  const key: Address = '0x7e57ed00a11ce000000000000000000000000b0b'
  let sandbox: OpenSandbox
  let service: ScanService

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { traps } = sandbox.world
    // Keeps what it is paid; a call with data gives all coins to the caller, who must be `owner`.
    const obeys = (owner: string) =>
      assemble(
        `CALLDATASIZE @call JUMPI STOP :call CALLER ${owner} EQ @ok JUMPI 0 0 REVERT :ok 0 0 0 0 SELFBALANCE CALLER GAS CALL STOP`,
      )
    await sandbox.rpc('anvil_setCode', [wallet, obeys('ADDRESS')])
    await sandbox.rpc('anvil_setCode', [author, obeys(key)])
    await sandbox.rpc('anvil_setCode', [obedient, designator(author)])
    // Compares a key with what a signature gives: no call shows that it obeys.
    await sandbox.rpc('anvil_setCode', [
      signer,
      assemble(
        `CALLDATASIZE @call JUMPI STOP :call 32 128 128 0 1 GAS STATICCALL POP 128 MLOAD ${key} EQ @ok JUMPI 0 0 REVERT :ok 0 0 0 0 SELFBALANCE CALLER GAS CALL STOP`,
      ),
    ])
    await sandbox.rpc('anvil_setCode', [signed, designator(signer)])
    await sandbox.rpc('anvil_setCode', [storedOwner, obeys('0 SLOAD')])
    await sandbox.rpc('anvil_setCode', [owned, designator(storedOwner)])
    await sandbox.rpc('anvil_setStorageAt', [owned, `0x${'0'.repeat(64)}`, `0x${key.slice(2).padStart(64, '0')}`])
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

  test('one whose code obeys its author is to be blocked', async () => {
    const result = await scan(obedient)
    assert.equal(result.warnings.find(({ id }) => id === 'sweeper-delegate')?.severity, 'critical', ids(result).join())
    assert.equal(result.recommendation, 'BLOCK')
  })

  for (const [name, address, id] of [
    ['whose code names a key that it may obey', signed, 'unknown-delegate'],
    ['that obeys a key in its own storage', owned, 'sweeper-delegate'],
  ] as const)
    test(`one ${name} is not low`, async () => {
      const result = await scan(address)
      assert.equal(result.warnings.find((one) => one.id === id)?.severity, 'medium', ids(result).join())
      assert.notEqual(result.recommendation, 'SAFE')
    })

  test('one whose code refuses strangers has an unknown delegate, and the level of its wallet', async () => {
    const result = await scan(guarded)
    assert.ok(!ids(result).includes('sweeper-delegate'))
    assert.equal(result.warnings.find(({ id }) => id === 'unknown-delegate')?.severity, 'low')
  })
})
