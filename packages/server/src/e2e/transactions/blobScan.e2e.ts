import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { assemble } from '../../evm/simulation/testing/assembler.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { approve, transfer } from '../../sandbox/history/calls.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const DOLLARS = 10_000n * 10n ** 6n
const BLOB: Hex = `0x01${'ab'.repeat(31)}`

describe('a blob transaction as a rollup sends it, without its blobs', () => {
  const thief: Address = '0x00000000000000000000000000000000000b10b1'
  const inbox: Address = '0x00000000000000000000000000000000000b10b2'
  let sandbox: OpenSandbox
  let service: ScanService

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { actors, tokens } = sandbox.world
    // Only where there are blobs: transferFrom(caller, thief's purse, all that is approved).
    const take = `${String(0x23b872ddn << 224n)} 0 MSTORE CALLER 4 MSTORE ${actors.drainerCashOut} 0x24 MSTORE ${DOLLARS} 0x44 MSTORE 0 0 0x64 0 0 ${tokens.usdc} GAS CALL POP`
    await sandbox.rpc('anvil_setCode', [thief, assemble(`0 BLOBHASH ISZERO @none JUMPI ${take} :none STOP`)])
    // Keeps which batch was published.
    await sandbox.rpc('anvil_setCode', [inbox, assemble('0 BLOBHASH 0 SSTORE STOP')])
    await sandbox.send({ from: actors.marketMaker, to: tokens.usdc, data: transfer(actors.fresh, DOLLARS) })
    await sandbox.send({ from: actors.fresh, to: tokens.usdc, data: approve(thief, DOLLARS) })
    await sandbox.rpc('anvil_mine', ['0x2', '0xe10'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url, SOURCIFY_URL: 'off' })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  const scan = async (to: Address, more: object = {}) => {
    const body = { chain: 'ethereum', from: sandbox.world.actors.fresh, to, data: '0x', gas: '200000', ...more }
    const blobs = { type: 3, blobVersionedHashes: [BLOB], maxFeePerBlobGas: '1000000000', maxFeePerGas: '90000000000' }
    return service.scan({ ...body, ...blobs, options: { deadlineMs: 20_000 } })
  }
  const lost = ({ simulation }: Awaited<ReturnType<typeof scan>>) =>
    (simulation?.balanceChanges ?? []).map(({ change }) => change)

  test('that takes tokens only in one is seen to take them', async () => {
    const result = await scan(thief)
    const found = `${result.recommendation} ${result.riskScore}: ${result.warnings.map(({ id }) => id).join(', ')}`
    assert.equal(result.recommendation, 'BLOCK', found)
    assert.ok(
      lost(result).some((change) => change.includes('-10000')),
      JSON.stringify(lost(result)),
    )
  })

  test('that only keeps the hash is none', async () => {
    const result = await scan(inbox)
    const found = `${result.recommendation} ${result.riskScore}: ${result.warnings.map(({ id }) => id).join(', ')}`
    assert.equal(result.simulation?.success, true, found)
    assert.deepEqual(lost(result), [], found)
    assert.equal(result.recommendation, 'REVIEW', found)
    assert.deepEqual(
      result.warnings.filter(({ severity }) => severity === 'critical').map(({ id }) => id),
      [],
    )
  })
})
