import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { encodeFunctionData, numberToHex, parseAbi, toFunctionSelector } from 'viem/utils'
import { assemble } from '../../evm/simulation/testing/assembler.ts'
import { type OpenSandbox, openSandbox } from '../../intel/onchain/testing/openSandbox.ts'
import { type ScanService, startScanService } from '../../testing/scanService.ts'

const ETHER = 10n ** 18n
const DEPOSIT = '0xd0e30db0'
/** Long enough to be read as an address where call data names it. */
const at = (index: number): Address => `0xde9051750a1b2c3d4e5f60718293a4b5c6d7e8f${index}`
const slot = (value: bigint | number) => numberToHex(value, { size: 32 })

const RETURN_DEPOSIT = `CALLER SLOAD 0 CALLER SSTORE
  0 SWAP1 0 SWAP1 0 SWAP1 0 SWAP1 CALLER GAS CALL ISZERO @no JUMPI STOP`

/** A depositor's sum is in the slot of its address. Slot 0: the steward. Slot 3: what the argument of `settle` must hash to. */
const pool = (settle: string) => `0 CALLDATALOAD 224 SHR
  DUP1 ${DEPOSIT} EQ @deposit JUMPI DUP1 0x3ccfd60b EQ @withdraw JUMPI DUP1 0x8df82800 EQ @settle JUMPI 0 0 REVERT
  :deposit CALLER SLOAD CALLVALUE ADD CALLER SSTORE STOP
  :withdraw ${RETURN_DEPOSIT}
  :settle ${settle}
  :no 0 0 REVERT`
const STEWARD_ONLY = '0 SLOAD CALLER EQ ISZERO @no JUMPI'
const WITH_SECRET = '4 CALLDATALOAD 0 MSTORE 32 0 KECCAK256 3 SLOAD EQ ISZERO @no JUMPI'
const PAY_STEWARD = '0 0 0 0 100 CALLER GAS CALL ISZERO @no JUMPI STOP'

/** One word holds the receiver, and the sum in its lower twelve bytes. `bound`: what the sum is held against. */
const packed = (
  bound = '',
) => `${STEWARD_ONLY} ${bound} 4 CALLDATALOAD 96 SHR ISZERO @no JUMPI 0 0 0 0 4 CALLDATALOAD 0xffffffffffffffffffffffff AND
  4 CALLDATALOAD 96 SHR GAS CALL ISZERO @no JUMPI STOP`
/** No more than what slot 4 says is left above all deposits. */
const SURPLUS = '4 SLOAD 4 CALLDATALOAD 0xffffffffffffffffffffffff AND GT @no JUMPI'

const ABI = parseAbi(['function supply(address source) payable'])
const PRICE = toFunctionSelector('price()')
/** Asks a contract that the depositor names for a price: `supply` takes coins while it answers. */
const MARKET = `0 CALLDATALOAD 224 SHR
  DUP1 ${toFunctionSelector(ABI[0])} EQ @supply JUMPI DUP1 0x3ccfd60b EQ @withdraw JUMPI 0 0 REVERT
  :supply ${BigInt(PRICE)} 224 SHL 0 MSTORE 32 0 4 0 4 CALLDATALOAD GAS STATICCALL ISZERO @no JUMPI
  0 MLOAD ISZERO @no JUMPI CALLER SLOAD CALLVALUE ADD CALLER SSTORE STOP
  :withdraw ${RETURN_DEPOSIT}
  :no 0 0 REVERT`
/** Slot 0: who may set the price in slot 1. */
const SOURCE = `CALLVALUE @no JUMPI 0 CALLDATALOAD 224 SHR
  DUP1 ${PRICE} EQ @price JUMPI DUP1 ${toFunctionSelector('setPrice(uint256)')} EQ @set JUMPI
  DUP1 0x8da5cb5b EQ @owner JUMPI 0 0 REVERT
  :price 1 SLOAD 0 MSTORE 32 0 RETURN
  :owner 0 SLOAD 0 MSTORE 32 0 RETURN
  :set 0 SLOAD CALLER EQ ISZERO @no JUMPI 4 CALLDATALOAD 1 SSTORE STOP
  :no 0 0 REVERT`

describe('what others can do with a deposit', () => {
  let sandbox: OpenSandbox
  let service: ScanService
  const placed = { sealed: at(1), open: at(2), market: at(3), keyed: at(4), fixed: at(5), packed: at(6), bound: at(7) }

  before(async () => {
    sandbox = await openSandbox('ethereum')
    const { friend } = sandbox.world.actors
    for (const [address, code, owner] of [
      [placed.sealed, pool(`${STEWARD_ONLY} ${WITH_SECRET} ${PAY_STEWARD}`), BigInt(friend)],
      [placed.open, pool('0 0 REVERT'), BigInt(friend)],
      [placed.market, MARKET, 0n],
      [placed.packed, pool(packed()), BigInt(friend)],
      [placed.bound, pool(packed(SURPLUS)), BigInt(friend)],
      [placed.keyed, SOURCE, BigInt(friend)],
      [placed.fixed, SOURCE, 0n],
    ] as const) {
      await sandbox.rpc('anvil_setCode', [address, assemble(code)])
      await sandbox.rpc('anvil_setStorageAt', [address, slot(0), slot(owner)])
      await sandbox.rpc('anvil_setStorageAt', [address, slot(1), slot(2n * ETHER)])
      await sandbox.rpc('anvil_setStorageAt', [address, slot(3), slot(0x5ec2e7n)])
    }
    await sandbox.rpc('anvil_mine', ['0x2', '0xc'])
    service = await startScanService('live', { ETHEREUM_RPC_URLS: sandbox.url })
  })
  after(async () => {
    await service?.close()
    await sandbox?.[Symbol.asyncDispose]()
  })

  const found = async (to: Address, data: `0x${string}`, id: string) => {
    const { warnings, simulation } = await service.scan({
      chain: 'ethereum',
      from: sandbox.world.actors.trader,
      to,
      value: String(ETHER),
      data,
      options: { deadlineMs: 20_000 },
    })
    assert.equal(simulation?.success, true, simulation?.revertReason ?? '')
    return warnings.filter((one) => one.id === id)
  }
  const supply = (source: Address) => encodeFunctionData({ abi: ABI, args: [source] })

  test('a payment of the steward that needs a secret is told as not seen', async () => {
    const [one] = await found(placed.sealed, DEPOSIT, 'untested-privileged-payment-of-deposit')
    assert.equal(String(one?.evidence.contract).toLowerCase(), placed.sealed)
  })

  test('the contract scan of that pool says so too', async () => {
    const { warnings } = (await service.ask('/v1/scan/contract', { chain: 'ethereum', address: placed.sealed })).json
      .data
    assert.ok(
      warnings.some(({ id }: { id: string }) => id === 'untested-privileged-payment'),
      JSON.stringify(warnings),
    )
  })

  test('a pool without such a payment is told nothing of', async () => {
    assert.deepEqual(await found(placed.open, DEPOSIT, 'untested-privileged-payment-of-deposit'), [])
  })

  test('a payment whose receiver and sum share a word takes the deposit', async () => {
    const [one] = await found(placed.packed, DEPOSIT, 'owner-withdrawal-of-deposits')
    assert.equal(one?.severity, 'high')
    assert.equal(String(one?.evidence.receiver).toLowerCase(), sandbox.world.actors.friend.toLowerCase())
  })

  test('the same bounded by what is left above all deposits takes none', async () => {
    assert.deepEqual(await found(placed.bound, DEPOSIT, 'owner-withdrawal-of-deposits'), [])
  })

  test('a price that one key can set is told', async () => {
    const [one] = await found(placed.market, supply(placed.keyed), 'price-source-under-one-key')
    assert.equal(String(one?.evidence.caller).toLowerCase(), sandbox.world.actors.friend.toLowerCase())
  })

  test('a price without an account that can set it is not told', async () => {
    assert.deepEqual(await found(placed.market, supply(placed.fixed), 'price-source-under-one-key'), [])
  })
})
