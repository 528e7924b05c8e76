import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import { assemble } from '../../simulation/testing/assembler.ts'
import { openWorld, type SimulationWorld } from '../../simulation/testing/simulationWorld.ts'
import { unsignedPayments } from './unsignedPayments.ts'

const SELECTOR: Hex = '0xcafe0001'
const [FIRST, SECOND] = [4, 36]
const AMOUNTS = 'carry(uint256,uint256,uint8,bytes32,bytes32)'
const PAYMENT = 'pay(address,uint256,uint8,bytes32,bytes32)'

/** A function of two arguments and v, r and s. `signed`: where the signed words begin, and how many they are; `then`: what it does. */
const delegate = ([from, words]: readonly [number, number], then: string, signer = 'ADDRESS') =>
  assemble(`0 CALLDATALOAD 224 SHR ${SELECTOR} EQ @body JUMPI STOP :no 0 0 REVERT
  :body ${words * 32} ${from} 0 CALLDATACOPY ${words * 32} 0 KECCAK256 0 MSTORE 68 CALLDATALOAD 255 AND 32 MSTORE
  100 CALLDATALOAD 64 MSTORE 132 CALLDATALOAD 96 MSTORE 0 128 MSTORE 32 128 128 0 1 GAS STATICCALL POP
  128 MLOAD ${signer} EQ ISZERO @no JUMPI ${then} ISZERO @no JUMPI STOP`)
const send = (to: string, amount: number) => `0 0 0 0 ${amount} CALLDATALOAD ${to} GAS CALL`

let world: SimulationWorld
before(async () => {
  world = await openWorld({ chain: { headReuseMs: 0 } })
})
after(() => world[Symbol.asyncDispose]())

let next = 0x7702n
/** What is found of a delegate: which of the payment is not signed. */
async function found(code: Hex, signature: string): Promise<string | null> {
  const address: Address = `0x${(next++).toString(16).padStart(40, '0')}`
  await world.chain.place({ [address]: { code } })
  const signal = AbortSignal.timeout(60_000)
  const block = await world.source.head(signal)
  const types = signature.slice(signature.indexOf('(') + 1, -1)
  const made = { selector: SELECTOR, signature, arguments: types, mutability: 'nonpayable' }
  const bytecode = { address, functions: [made] } as unknown as Bytecode
  const { source: chain, simulator } = world
  const [act] = await unsignedPayments({ chain, simulator }, { block, bytecode }, signal)
  if (act === undefined) return null
  assert.ok(act.lost > 0n)
  return act.redirected === true ? 'receiver' : 'amount'
}

describe('payments of an account by a call that it signed and another account makes', () => {
  it('are named by their receiver where the amount is not signed', async () => {
    assert.equal(await found(delegate([SECOND, 1], send('CALLER', FIRST)), AMOUNTS), 'amount')
  })

  it('are as they were signed where the amount is signed, too', async () => {
    assert.equal(await found(delegate([FIRST, 2], send('CALLER', FIRST)), AMOUNTS), null)
  })

  it('go elsewhere where the receiver is not signed', async () => {
    assert.equal(await found(delegate([SECOND, 1], send('4 CALLDATALOAD', SECOND)), PAYMENT), 'receiver')
  })

  it('go where they were signed to', async () => {
    assert.equal(await found(delegate([FIRST, 2], send('4 CALLDATALOAD', SECOND)), PAYMENT), null)
  })

  it('are no matter of a signature where another signer is asked for', async () => {
    assert.equal(await found(delegate([SECOND, 1], send('CALLER', FIRST), '0x70c3'), AMOUNTS), null)
  })
})
