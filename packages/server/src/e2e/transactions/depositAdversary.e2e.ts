import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { numberToHex } from 'viem/utils'
import { assemble } from '../../evm/simulation/testing/assembler.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const ETHER = 10n ** 18n
const MONTH = 30 * 86_400
const DEPOSIT = '0xd0e30db0'
const WHOLE = 1_024
const at = (index: number): Address => `0x${(0xad7e0000 + index).toString(16).padStart(40, '0')}`
const slot = (value: bigint | number) => numberToHex(value, { size: 32 })

/** Slot 0 the steward, 1 the share of each deposit that is left, 2 the time of the last levy; a depositor's sum is in the slot of its address. */
const pool = (levy: string) => `0 CALLDATALOAD 224 SHR
  DUP1 ${DEPOSIT} EQ @deposit JUMPI DUP1 0x3ccfd60b EQ @withdraw JUMPI DUP1 0x54a3c1b5 EQ @levy JUMPI 0 0 REVERT
  :deposit CALLER SLOAD CALLVALUE ADD CALLER SSTORE STOP
  :withdraw 1 SLOAD CALLER SLOAD MUL 10 SHR 0 CALLER SSTORE
  0 SWAP1 0 SWAP1 0 SWAP1 0 SWAP1 CALLER GAS CALL ISZERO @no JUMPI STOP
  :levy 0 SLOAD CALLER EQ ISZERO @no JUMPI 102 4 CALLDATALOAD GT @no JUMPI ${levy}
  4 CALLDATALOAD ${WHOLE} SUB 1 SLOAD MUL 10 SHR 1 SSTORE STOP
  :no 0 0 REVERT`

// A bound on each call is none on their number.
describe('privileged calls that take a part of a deposit each time', () => {
  let sandbox: OpenSandbox
  let service: ScanService
  const placed = { unbounded: at(1), monthly: at(2) }

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { friend } = sandbox.world.actors
    for (const [address, levy] of [
      [placed.unbounded, ''],
      [placed.monthly, `TIMESTAMP 2 SLOAD ${MONTH} ADD GT @no JUMPI TIMESTAMP 2 SSTORE`],
    ] as const) {
      await sandbox.rpc('anvil_setCode', [address, assemble(pool(levy))])
      await sandbox.rpc('anvil_setStorageAt', [address, slot(0), slot(BigInt(friend))])
      await sandbox.rpc('anvil_setStorageAt', [address, slot(1), slot(WHOLE)])
    }
    await sandbox.rpc('anvil_mine', ['0x2', '0xc'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  const scan = async (to: Address) => {
    const result = await service.scan({
      chain: 'ethereum',
      from: sandbox.world.actors.trader,
      to,
      value: String(ETHER),
      data: DEPOSIT,
      options: { deadlineMs: 20_000 },
    })
    assert.equal(result.simulation?.success, true, result.simulation?.revertReason ?? '')
    return result.warnings.filter(({ id }) => id === 'withdrawal-kill-switch' || id === 'owner-withdrawal-of-deposits')
  }

  test('a levy of a tenth without a limit on their number is found by repeating it', async () => {
    const [found] = await scan(placed.unbounded)
    assert.equal(found?.severity, 'high')
    assert.match(found?.description ?? '', /called \d+ times/)
  })

  test('the same levy once a month is not accused', async () => {
    assert.deepEqual(await scan(placed.monthly), [])
  })
})
