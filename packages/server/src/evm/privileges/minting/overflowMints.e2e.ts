import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import { assemble } from '../../simulation/testing/assembler.ts'
import { openPrivilegesWorld, type PrivilegesWorld } from '../testing/privilegesWorld.ts'

/** Balances are in mapping 2. Leaves the slot of the account on the stack, and above it what the account has. */
const PLACE = '0 MSTORE 2 32 MSTORE 64 0 KECCAK256 DUP1 SLOAD'
const AMOUNT = '36 CALLDATALOAD'
const TAKE = (sum: string) => `CALLER ${PLACE} ${sum} SWAP1 SUB SWAP1 SSTORE`
const GIVE = (to: string, sum: string) => `${to} ${PLACE} ${sum} ADD SWAP1 SSTORE`
const REFUSE_LESS = (sum: string) => `${sum} CALLER ${PLACE} SWAP1 POP LT @no JUMPI`
const TRUE = '1 0 MSTORE 32 0 RETURN'
const PRICE = 10n ** 15n

type Parts = { transfer?: string; burn?: string; buy?: string }
const HONEST = `${REFUSE_LESS(AMOUNT)} ${TAKE(AMOUNT)} ${GIVE('4 CALLDATALOAD', AMOUNT)}`
const NONE = '0 0 REVERT'

const token = ({ transfer = HONEST, burn = NONE, buy = NONE }: Parts) => `0 CALLDATALOAD 224 SHR
  DUP1 0x70a08231 EQ @balance JUMPI DUP1 0x18160ddd EQ @supply JUMPI DUP1 0xa9059cbb EQ @transfer JUMPI
  DUP1 0x23b872dd EQ @no JUMPI DUP1 0x095ea7b3 EQ @yes JUMPI DUP1 0xdd62ed3e EQ @zero JUMPI
  DUP1 0x42966c68 EQ @burn JUMPI DUP1 0xd96a094a EQ @buy JUMPI
  :no 0 0 REVERT
  :balance 4 CALLDATALOAD ${PLACE} 0 MSTORE 32 0 RETURN
  :supply 1000000 0 MSTORE 32 0 RETURN
  :zero 0 0 MSTORE 32 0 RETURN
  :yes ${TRUE}
  :transfer ${transfer} ${TRUE}
  :burn ${burn} STOP
  :buy ${buy} STOP`

const NUMBER = '4 CALLDATALOAD'
/** What the number of tokens costs is compared with what was paid. */
const PAID = `${NUMBER} 5 SLOAD MUL CALLVALUE LT @no JUMPI`

describe('calls with numbers that overflow', () => {
  let privileges: PrivilegesWorld
  before(async () => {
    privileges = await openPrivilegesWorld({ corpus: false })
  })
  after(() => privileges[Symbol.asyncDispose]())

  let next = 0xf0aa0n
  async function mintsOf(parts: Parts): Promise<string[]> {
    const address: Address = `0x${(next++).toString(16).padStart(40, '0')}`
    await privileges.rpc('anvil_setCode', [address, assemble(token(parts))])
    await privileges.rpc('anvil_setStorageAt', [
      address,
      `0x${'5'.padStart(64, '0')}`,
      `0x${PRICE.toString(16).padStart(64, '0')}`,
    ])
    await privileges.rpc('evm_mine', [])
    const { capabilities } = await privileges.gather(address)
    return capabilities.flatMap(({ overflows, call }) =>
      overflows ? [`${call.signature ?? call.selector} by ${call.callerRole}`] : [],
    )
  }

  it('a transfer takes more than the sender has', async () => {
    const transfer = `${TAKE(AMOUNT)} ${GIVE('4 CALLDATALOAD', AMOUNT)}`
    assert.deepEqual(await mintsOf({ transfer }), ['transfer(address,uint256) by stranger'])
  })

  it('a transfer takes a fee of an amount that is smaller', async () => {
    const transfer = `${REFUSE_LESS(AMOUNT)} ${TAKE(AMOUNT)} ${GIVE('4 CALLDATALOAD', `5 ${AMOUNT} SUB`)}`
    assert.deepEqual(await mintsOf({ transfer }), ['transfer(address,uint256) by stranger'])
  })

  it('more is burned than the account has', async () => {
    assert.deepEqual(await mintsOf({ burn: TAKE(NUMBER) }), ['burn(uint256) by stranger'])
  })

  it('the price of so many tokens overflows', async () => {
    const buy = `${PAID} ${GIVE('CALLER', NUMBER)}`
    assert.deepEqual(await mintsOf({ buy }), ['0xd96a094a by stranger'])
  })

  it('the same with checks is told nothing of', async () => {
    const burn = `${REFUSE_LESS(NUMBER)} ${TAKE(NUMBER)}`
    const buy = `${2n ** 64n} ${NUMBER} GT @no JUMPI ${PAID} ${GIVE('CALLER', NUMBER)}`
    assert.deepEqual(await mintsOf({ burn, buy }), [])
  })
})
