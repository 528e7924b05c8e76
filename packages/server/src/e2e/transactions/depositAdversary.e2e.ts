import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { numberToHex, toFunctionSelector } from 'viem/utils'
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

const WEEK = 7 * 86_400
const [QUEUE, COMPLETE, CLOSE, SET] = [
  'queueWithdrawal(uint256)',
  'completeWithdrawal(uint256)',
  'close()',
  'setLimit(uint256)',
].map((one) => toFunctionSelector(one))
/** Slots of a request's owner, sum and time, before its id. */
const [OWNER, SUM, SINCE] = [0x1_0000, 0x2_0000, 0x3_0000]

/** Slot 0 the steward, 1 the next id, 2 whether requests are closed, 3 what a variant keeps; the sum of a depositor as above. */
const queue = ({ owner = 'CALLER', check = '' }: { owner?: string; check?: string }) => `0 CALLDATALOAD 224 SHR
  DUP1 ${DEPOSIT} EQ @deposit JUMPI DUP1 ${QUEUE} EQ @queue JUMPI DUP1 ${COMPLETE} EQ @complete JUMPI
  DUP1 ${CLOSE} EQ @close JUMPI :no 0 0 REVERT
  :deposit CALLER SLOAD CALLVALUE ADD CALLER SSTORE STOP
  :queue 4 CALLDATALOAD ISZERO @no JUMPI 4 CALLDATALOAD CALLER SLOAD LT @no JUMPI
  4 CALLDATALOAD CALLER SLOAD SUB CALLER SSTORE ${owner} 1 SLOAD ${OWNER} ADD SSTORE
  4 CALLDATALOAD 1 SLOAD ${SUM} ADD SSTORE TIMESTAMP 1 SLOAD ${SINCE} ADD SSTORE
  1 SLOAD 0 MSTORE 1 1 SLOAD ADD 1 SSTORE 32 0 RETURN
  :complete ${check} 4 CALLDATALOAD ${OWNER} ADD SLOAD CALLER EQ ISZERO @no JUMPI
  TIMESTAMP 4 CALLDATALOAD ${SINCE} ADD SLOAD ${WEEK} ADD GT @no JUMPI
  4 CALLDATALOAD ${SUM} ADD SLOAD 0 4 CALLDATALOAD ${OWNER} ADD SSTORE
  0 SWAP1 0 SWAP1 0 SWAP1 0 SWAP1 CALLER GAS CALL ISZERO @no JUMPI STOP
  :close 0 SLOAD CALLER EQ ISZERO @no JUMPI 1 1 SLOAD ADD 1 SSTORE 1 2 SSTORE STOP`

const HOOK = at(15)
/** A contract that only the payment asks: slot 0 its steward, 1 the answer. */
const hook = `0 CALLDATALOAD 224 SHR ${SET} EQ @set JUMPI 1 SLOAD 0 MSTORE 32 0 RETURN
  :set 0 SLOAD CALLER EQ ISZERO @no JUMPI 4 CALLDATALOAD 1 SSTORE STOP :no 0 0 REVERT`
const ASKS = `32 0 0 0 ${HOOK} GAS STATICCALL POP`

const QUEUES = {
  honest: queue({}),
  /** Asks another contract and pays whatever it answers. */
  deaf: queue({ check: ASKS }),
  /** The other contract's steward can refuse each payment. */
  hooked: queue({ check: `${ASKS} 0 MLOAD @no JUMPI` }),
  /** The steward's call takes an id, and each request is refused after it. */
  closing: queue({ check: '2 SLOAD @no JUMPI' }),
  /** A request belongs to the account that made the one before it. */
  takenOver: queue({ owner: '3 SLOAD DUP1 @known JUMPI POP CALLER :known CALLER 3 SSTORE' }),
  /** Only the account that comes first is paid. */
  firstOnly: queue({
    owner: '3 SLOAD @set JUMPI CALLER 3 SSTORE :set CALLER',
    check: '3 SLOAD CALLER EQ ISZERO @no JUMPI',
  }),
}

// Other accounts take ids, too: a request is paid by the id that it gets then.
describe('withdrawals by the running id of a request', () => {
  let sandbox: OpenSandbox
  let service: ScanService

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { friend, collector } = sandbox.world.actors
    await sandbox.rpc('anvil_setCode', [HOOK, assemble(hook)])
    await sandbox.rpc('anvil_setStorageAt', [HOOK, slot(0), slot(BigInt(collector))])
    for (const [index, code] of Object.values(QUEUES).entries()) {
      const address = at(16 + index)
      await sandbox.rpc('anvil_setCode', [address, assemble(code)])
      await sandbox.rpc('anvil_setStorageAt', [address, slot(0), slot(BigInt(friend))])
      await sandbox.rpc('anvil_setStorageAt', [address, slot(1), slot(7)])
      await sandbox.rpc('anvil_setStorageAt', [address, slot(BigInt(friend)), slot(ETHER)])
      await sandbox.rpc('anvil_setBalance', [address, numberToHex(ETHER)])
    }
    await sandbox.rpc('anvil_mine', ['0x2', '0xc'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url })
    // The first scan of a service reads what later ones have at hand.
    await scan(16)
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  const scan = (index: number) =>
    service.scan({
      chain: 'ethereum',
      from: sandbox.world.actors.trader,
      to: at(index),
      value: String(ETHER),
      data: DEPOSIT,
      options: { deadlineMs: 28_000 },
    })
  const honest = ['honest', 'deaf']
  for (const [index, name] of Object.keys(QUEUES).entries())
    test(`${name}: ${honest.includes(name) ? 'not accused' : 'the stop is found'}`, async () => {
      const result = await scan(16 + index)
      const told = result.warnings.map(({ id, severity, description }) => `${id} (${severity}): ${description}`)
      const stops = result.warnings.filter(({ id }) => id === 'withdrawal-kill-switch' || id === 'closing-withdrawal')
      assert.equal(stops.length > 0, !honest.includes(name), told.join('\n'))
      assert.ok(
        result.warnings.some(({ id }) => id === 'deposit-withdrawal') || !honest.includes(name),
        told.join('\n'),
      )
    })
})
