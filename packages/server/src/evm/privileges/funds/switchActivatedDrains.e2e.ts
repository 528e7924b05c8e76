import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { assemble } from '../../simulation/testing/assembler.ts'
import { openPrivilegesWorld, type PrivilegesWorld } from '../testing/privilegesWorld.ts'

const PERSON: Address = '0x4f1c02b6e79a3550c1de87f2946bb03e7a15c8d9'
const OWNER: Address = '0x8d4f1c02b6e79a3550c1de87f2946bb03e7a15c8'

let privileges: PrivilegesWorld
before(async () => {
  privileges = await openPrivilegesWorld({ corpus: false })
})
after(() => privileges[Symbol.asyncDispose]())

/** `token()`, `setOpen(bool)` for the owner in slot 0, and `enter()`, which takes from its caller once the flag in slot 1 is set. */
function behindSwitch(token: string, amount: 'all' | number, taker: string): Hex {
  const held = `${0x70a08231n << 224n} 0 MSTORE CALLER 4 MSTORE 32 0 36 0 ${token} GAS STATICCALL POP 0 MLOAD`
  return assemble(`CALLVALUE @fail JUMPI 0 CALLDATALOAD 224 SHR DUP1 ${0xfc0c546a} EQ @token JUMPI DUP1 ${0x6fdca5e0} EQ @open JUMPI
    DUP1 ${0xe97dcb62} EQ @enter JUMPI @fail JUMP
    :token ${token} 0 MSTORE 32 0 RETURN
    :open 0 SLOAD CALLER EQ ISZERO @fail JUMPI 4 CALLDATALOAD 1 SSTORE STOP
    :enter 1 SLOAD ISZERO @end JUMPI ${amount === 'all' ? held : amount}
      ${0x23b872ddn << 224n} 0 MSTORE CALLER 4 MSTORE ${taker} 36 MSTORE 68 MSTORE 32 0 100 0 0 ${token} GAS CALL POP STOP
    :end STOP
    :fail 0 0 REVERT`)
}

let next = 0xad00n
async function capabilitiesOf(amount: 'all' | number, taker: string): Promise<string[]> {
  const address: Address = `0x${(next++).toString(16).padStart(40, '0')}`
  await privileges.rpc('anvil_setCode', [address, behindSwitch(privileges.world.tokens.dai, amount, taker)])
  await privileges.rpc('anvil_setStorageAt', [address, `0x${'0'.repeat(64)}`, `0x${OWNER.slice(2).padStart(64, '0')}`])
  await privileges.rpc('evm_mine', [])
  const { capabilities } = await privileges.gather(address)
  return capabilities.map(({ kind, call }) => `${kind} ${call.caller}`)
}

describe('functions behind a switch of the owner', () => {
  it('all that their caller has goes to a person', async () => {
    assert.deepEqual(await capabilitiesOf('all', BigInt(PERSON).toString()), [`pull-approved-tokens ${OWNER}`])
  })

  it('all of it goes to who threw the switch', async () => {
    assert.deepEqual(await capabilitiesOf('all', '0 SLOAD'), [`pull-approved-tokens ${OWNER}`])
  })

  it('a price is no drain, and neither are deposits that the contract keeps for their payer', async () => {
    assert.deepEqual(await capabilitiesOf(1_000, BigInt(PERSON).toString()), [])
    assert.deepEqual(await capabilitiesOf('all', 'ADDRESS'), [])
  })
})
