import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { assemble } from '../../simulation/testing/assembler.ts'
import { openPrivilegesWorld, type PrivilegesWorld } from '../testing/privilegesWorld.ts'

/** Balances are in mapping 2, the supply in word 1, the key in word 5. Leaves the slot of the account on the stack, and above it what it has. */
const PLACE = '0 MSTORE 2 32 MSTORE 64 0 KECCAK256 DUP1 SLOAD'
const KEY: Address = `0x${'ce'.repeat(20)}`
const IS_KEY = '5 SLOAD CALLER EQ'
const give = (rate: bigint) => `${rate} CALLVALUE MUL CALLER ${PLACE} DUP3 ADD SWAP1 SSTORE 1 SLOAD ADD 1 SSTORE STOP`
const PAID = 'CALLVALUE ISZERO @no JUMPI'

const token = (buy: string) => `0 CALLDATALOAD 224 SHR
  DUP1 0x70a08231 EQ @balance JUMPI DUP1 0x18160ddd EQ @supply JUMPI DUP1 0xa9059cbb EQ @transfer JUMPI
  DUP1 0x23b872dd EQ @no JUMPI DUP1 0x095ea7b3 EQ @yes JUMPI DUP1 0xdd62ed3e EQ @zero JUMPI
  DUP1 0x8da5cb5b EQ @owner JUMPI DUP1 0xa6f2ae3a EQ @buy JUMPI
  :no 0 0 REVERT
  :balance 4 CALLDATALOAD ${PLACE} 0 MSTORE 32 0 RETURN
  :supply 1 SLOAD 0 MSTORE 32 0 RETURN
  :owner 5 SLOAD 0 MSTORE 32 0 RETURN
  :zero 0 0 MSTORE 32 0 RETURN
  :yes 1 0 MSTORE 32 0 RETURN
  :transfer 36 CALLDATALOAD CALLER ${PLACE} SWAP1 POP LT @no JUMPI
    CALLER ${PLACE} 36 CALLDATALOAD SWAP1 SUB SWAP1 SSTORE
    4 CALLDATALOAD ${PLACE} 36 CALLDATALOAD ADD SWAP1 SSTORE 1 0 MSTORE 32 0 RETURN
  :buy ${buy}`

describe('mints that are paid', () => {
  let privileges: PrivilegesWorld
  before(async () => {
    privileges = await openPrivilegesWorld({ corpus: false })
  })
  after(() => privileges[Symbol.asyncDispose]())

  let next = 0xf0ba0n
  async function mintsOf(buy: string): Promise<string[]> {
    const address: Address = `0x${(next++).toString(16).padStart(40, '0')}`
    const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
    await privileges.rpc('anvil_setCode', [address, assemble(token(buy))])
    await privileges.rpc('anvil_setStorageAt', [address, word(5n), word(BigInt(KEY))])
    await privileges.rpc('anvil_setStorageAt', [address, word(1n), word(10n ** 24n)])
    await privileges.rpc('evm_mine', [])
    const { capabilities } = await privileges.gather(address)
    return capabilities.flatMap(({ kind, call, backed }) =>
      kind === 'mint' && call.caller === KEY ? [`${call.selector}${backed === true ? ' backed' : ''}`] : [],
    )
  }

  it('a purchase at the rate of all is no power of a key', async () => {
    assert.deepEqual(await mintsOf(`${PAID} ${give(1_000n)}`), [])
  })

  it('a payment that only the key may make stays one', async () => {
    assert.deepEqual(await mintsOf(`${PAID} ${IS_KEY} ISZERO @no JUMPI ${give(1_000n)}`), ['0xa6f2ae3a backed'])
  })

  it('and so does one that gives the key more', async () => {
    const better = `${PAID} ${IS_KEY} @better JUMPI ${give(1_000n)} :better ${give(1_000_000n)}`
    assert.deepEqual(await mintsOf(better), ['0xa6f2ae3a backed'])
  })
})
