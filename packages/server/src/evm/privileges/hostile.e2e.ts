import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { readArtifact } from '../../sandbox/artifacts/readArtifact.ts'
import { assemble } from '../simulation/testing/assembler.ts'
import { openPrivilegesWorld, type PrivilegesWorld } from './testing/privilegesWorld.ts'

const at = (digits: string): Address => `0x${digits.padStart(40, '0')}`
const OWNER: Address = '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984'
const GATE = `CALLVALUE ISZERO @unpaid JUMPI 0 0 REVERT :unpaid
  CALLER 0 SLOAD EQ @allowed JUMPI 0 0 REVERT :allowed 4 CALLDATALOAD 5 SSTORE`

let privileges: PrivilegesWorld
before(async () => {
  privileges = await openPrivilegesWorld({ corpus: false })
})
after(() => privileges[Symbol.asyncDispose]())

async function place(address: Address, code: Hex): Promise<void> {
  await privileges.rpc('anvil_setCode', [address, code])
  await privileges.rpc('anvil_setStorageAt', [address, `0x${'0'.repeat(64)}`, `0x${OWNER.slice(2).padStart(64, '0')}`])
  await privileges.rpc('evm_mine', [])
}

/** Functions 0x10000000 and up of a number that all run the same code, for an owner in slot 0, and take no coin. */
function manyFunctions(count: number, body: string): Hex {
  const selectors = Array.from({ length: count }, (_, index) => 0x10000000 + index * 7)
  const tests = selectors.map((selector) => `DUP1 ${selector} EQ @body JUMPI`).join('\n')
  return assemble(`0 CALLDATALOAD 224 SHR ${tests} 0 0 REVERT :body ${GATE} ${body}`)
}

/** The search ends, by its count of runs. */
async function gathered(address: Address) {
  const found = await privileges.gather(address)
  assert.ok(found.budget.runs <= found.budget.max)
  return found
}

describe('hostile contracts', () => {
  it('all kinds of bombs', async () => {
    await place(at('b0b0'), readArtifact('Bombs').deployedBytecode as Hex)
    await gathered(at('b0b0'))
  })

  it('a thousand functions', async () => {
    await place(at('b0b1'), manyFunctions(1_000, '1 2 SSTORE STOP'))
    const { budget } = await gathered(at('b0b1'))
    assert.ok(budget.runs > 0)
  })

  it('functions that burn all gas', async () => {
    await place(at('b0b5'), manyFunctions(60, ':loop 3 SLOAD 4 SSTORE @loop JUMP'))
    const { budget } = await gathered(at('b0b5'))
    assert.ok(budget.runs > 0)
  })

  it('every answer as long as the gas allows', async () => {
    await place(at('b0b2'), manyFunctions(60, '400000 0 RETURN'))
    await gathered(at('b0b2'))
  })

  it('every refusal as long as the gas allows', async () => {
    await place(at('b0b3'), manyFunctions(60, '400000 0 REVERT'))
    await gathered(at('b0b3'))
  })

  it('an omission is named, and the next contract is read as ever', async () => {
    await place(at('b0b4'), manyFunctions(60, ':loop 3 SLOAD 4 SSTORE 4096 0 LOG0 @loop JUMP'))
    await gathered(at('b0b4'))
    const { switches } = await privileges.gather(privileges.world.traps.ruggable)
    assert.ok(switches.length >= 3)
  })
})
