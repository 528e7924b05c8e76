import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { assemble } from '../simulation/testing/assembler.ts'
import { openPrivilegesWorld, type PrivilegesWorld } from './testing/privilegesWorld.ts'

const at = (digits: string): Address => `0x${digits.padStart(40, '0')}`

let privileges: PrivilegesWorld
before(async () => {
  privileges = await openPrivilegesWorld({ corpus: false })
})
after(() => privileges[Symbol.asyncDispose]())

/**
 * Builds a drainer whose payable function forwards its payment, behind decoys with lower selectors. The last selector is the
 * payable one, the others run `decoy`, whose gate reads storage so that it is no constant.
 */
function drainer(decoys: number, decoy: string): Hex {
  const selectors = Array.from({ length: decoys }, (_, index) => 0x10000000 + index * 7)
  const tests = selectors.map((selector) => `DUP1 ${selector} EQ @decoy JUMPI`).join('\n')
  return assemble(`0 CALLDATALOAD 224 SHR ${tests} DUP1 ${0x4e71d92d} EQ @claim JUMPI 0 0 REVERT
    :claim 0 0 0 0 CALLVALUE 0x1f9840a85d5af5bf1d1762f925bdaddc4201f984 GAS CALL POP STOP
    :decoy ${decoy}`)
}

async function kindsOf(address: Address, code: Hex) {
  await privileges.rpc('anvil_setCode', [address, code])
  await privileges.rpc('evm_mine', [])
  const { capabilities, budget } = await privileges.gather(address)
  return { kinds: capabilities.map(({ kind }) => kind), cut: budget.cut }
}

describe('decoys do not hide who keeps what is paid', () => {
  it('alone', async () => {
    const { kinds, cut } = await kindsOf(at('dec0'), drainer(0, 'STOP'))
    assert.ok(kinds.includes('keep-received-value'), `${kinds}, cut: ${cut}`)
  })

  it('eight that revert', async () => {
    const { kinds } = await kindsOf(at('dec1'), drainer(8, '0 SLOAD 1 SSTORE 0 0 REVERT'))
    assert.ok(kinds.includes('keep-received-value'), `${kinds}`)
  })

  it('eight that record what is paid', async () => {
    const { kinds } = await kindsOf(at('dec2'), drainer(8, 'CALLVALUE CALLER SSTORE STOP'))
    assert.ok(kinds.includes('keep-received-value'), `${kinds}`)
  })

  it('forty that burn all gas: found, or named as cut', async () => {
    const { kinds, cut } = await kindsOf(at('dec3'), drainer(40, ':loop 3 SLOAD 4 SSTORE @loop JUMP'))
    assert.ok(kinds.includes('keep-received-value') || cut.includes('deposits'), `${kinds}, cut: ${cut}`)
  })

  it('more functions than are tried are named', async () => {
    const { cut } = await kindsOf(at('dec4'), drainer(120, '0 SLOAD 1 SSTORE 0 0 REVERT'))
    assert.ok(cut.includes('privileged calls') && cut.includes('deposits'), `${cut}`)
  })
})
