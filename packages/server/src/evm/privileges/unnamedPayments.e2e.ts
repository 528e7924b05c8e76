import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { assemble } from '../simulation/testing/assembler.ts'
import { openPrivilegesWorld, type PrivilegesWorld } from './testing/privilegesWorld.ts'

const PERSON: Address = '0x4f1c02b6e79a3550c1de87f2946bb03e7a15c8d9'
const forwards = (to: string) => `0 0 0 0 CALLVALUE ${BigInt(to)} GAS CALL STOP`

let privileges: PrivilegesWorld
before(async () => {
  privileges = await openPrivilegesWorld({ corpus: false })
})
after(() => privileges[Symbol.asyncDispose]())

let next = 0xf0f0n
async function capabilitiesOf(code: Hex): Promise<string[]> {
  const address: Address = `0x${(next++).toString(16).padStart(40, '0')}`
  await privileges.rpc('anvil_setCode', [address, code])
  await privileges.rpc('evm_mine', [])
  const { capabilities } = await privileges.gather(address)
  return capabilities.map(
    ({ kind, call, paidTo }) => `${kind} ${call.signature}${paidTo === undefined ? '' : ` ${paidTo}`}`,
  )
}

describe('payments without a function', () => {
  it('all coin goes on to a person', async () => {
    assert.deepEqual(await capabilitiesOf(assemble(forwards(PERSON))), [
      'keep-received-value receive()',
      'keep-received-value fallback()',
    ])
  })

  it('it goes on to a contract, which may be meant to have it', async () => {
    assert.deepEqual(await capabilitiesOf(assemble(forwards(privileges.world.tokens.wrapped))), [])
  })

  it('it is divided among people', async () => {
    const pays = [1n, 2n, 3n, 4n].map((n) => `0 0 0 0 CALLVALUE 2 SHR ${BigInt(PERSON) + n} GAS CALL POP`).join(' ')
    assert.deepEqual(await capabilitiesOf(assemble(`${pays} STOP`)), [
      'keep-received-value receive() several',
      'keep-received-value fallback() several',
    ])
  })

  it('it stays in code that can send nothing', async () => {
    assert.deepEqual(await capabilitiesOf(assemble('STOP')), [
      'keep-received-value receive() none',
      'keep-received-value fallback() none',
    ])
  })

  it('it stays for the owner, or is recorded', async () => {
    const withdraws = `CALLVALUE @end JUMPI 0 0 0 0 BALANCE_SELF ${BigInt(PERSON)} GAS CALL POP :end STOP`
    assert.deepEqual(await capabilitiesOf(assemble(withdraws.replace('BALANCE_SELF', 'ADDRESS BALANCE'))), [])
    assert.deepEqual(await capabilitiesOf(assemble(`CALLVALUE CALLER SSTORE ${forwards(PERSON)}`)), [])
  })
})
