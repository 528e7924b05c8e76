import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { sign } from 'viem/accounts'
import { concatHex, keccak256 } from 'viem/utils'
import { ACTORS } from '../../../sandbox/actors.ts'
import { assemble } from '../../simulation/testing/assembler.ts'
import { word, words } from '../../trade/trader.ts'
import { openPrivilegesWorld, type PrivilegesWorld } from '../testing/privilegesWorld.ts'

const SHOP: Address = '0x4f1c02b6e79a3550c1de87f2946bb03e7a15c8d9'
const SELECTOR: Hex = '0xcafe0001'
/** Asks ECRECOVER about the first `bytes` of the arguments, with v, r and s behind them; the signer is at 128, v to s from 32 on. */
const recovers = (bytes: number) => `${bytes} 4 0 CALLDATACOPY ${bytes} 0 KECCAK256 0 MSTORE
  ${4 + bytes} CALLDATALOAD 255 AND 32 MSTORE ${36 + bytes} CALLDATALOAD 64 MSTORE ${68 + bytes} CALLDATALOAD 96 MSTORE 0 128 MSTORE
  32 128 128 0 1 GAS STATICCALL POP`
const fn = (body: string) =>
  assemble(`0 CALLDATALOAD 224 SHR ${SELECTOR} EQ @body JUMPI :no 0 0 REVERT :body ${body} 0 0 LOG0 STOP`)
/** pay(token, payer, amount, v, r, s): a tab that its payer signed; `key`: leaves what is used up by it. */
const tabs = (key: string) =>
  fn(`${recovers(96)} 128 MLOAD 36 CALLDATALOAD EQ ISZERO @no JUMPI ${key} DUP1 SLOAD @no JUMPI 1 SWAP1 SSTORE
  0x23b872dd${'00'.repeat(28)} 0 MSTORE 36 CALLDATALOAD 4 MSTORE ${SHOP} 36 MSTORE 68 CALLDATALOAD 68 MSTORE
  0 0 100 0 0 4 CALLDATALOAD GAS CALL ISZERO @no JUMPI`)
/** send(to, wei, v, r, s): for a signature of the account in the first slot. */
const purse = (check: string) =>
  fn(`4 CALLDATALOAD 0x${'ff'.repeat(20)} AND POP ${recovers(64)} ${check} 128 MLOAD 0 SLOAD EQ ISZERO @no JUMPI
  0 0 0 0 36 CALLDATALOAD 4 CALLDATALOAD GAS CALL ISZERO @no JUMPI`)

let privileges: PrivilegesWorld
before(async () => {
  privileges = await openPrivilegesWorld({ corpus: false })
})
after(() => privileges[Symbol.asyncDispose]())

let next = 0x51f0n
async function placed(code: Hex, storage: Hex = '0x00'): Promise<Address> {
  const address: Address = `0x${(next++).toString(16).padStart(40, '0')}`
  await privileges.rpc('anvil_setCode', [address, code])
  await privileges.rpc('anvil_setBalance', [address, '0xde0b6b3a7640000'])
  await privileges.rpc('anvil_setStorageAt', [address, `0x${word(0n)}`, `0x${word(BigInt(storage))}`])
  await privileges.rpc('evm_mine', [])
  return address
}

async function found(address: Address): Promise<string[]> {
  const { capabilities } = await privileges.gather(address)
  return capabilities
    .filter(({ kind, repeats }) => kind === 'forged-signature' || repeats)
    .map(({ kind, call }) => `${kind} by ${call.callerRole}`)
}

/** Pays one tab of the trader: what a scan finds then. */
async function afterPayment(code: Hex): Promise<string[]> {
  const { rpc, world } = privileges
  const contract = await placed(code)
  const { trader } = ACTORS
  const payer = world.actors.trader
  const send = async (from: Address, to: Address, data: Hex) => {
    await rpc('eth_sendTransaction', [{ from, to, data, gas: '0x7a120' }])
    await rpc('evm_mine', [])
  }
  await send(payer, world.tokens.usdc, words('0x095ea7b3', contract, 5_000_000n))
  const terms = words('0x', world.tokens.usdc, payer, 5_000_000n)
  const { r, s, v = 27n } = await sign({ hash: keccak256(terms), privateKey: trader.privateKey, to: 'object' })
  await send(world.actors.friend, contract, concatHex([SELECTOR, terms, `0x${word(v)}`, r, s]))
  return found(contract)
}

describe('payments that a signature already made', () => {
  it('are made again where the bytes of the signature are what is used up', async () => {
    assert.deepEqual(await afterPayment(tabs('96 32 KECCAK256')), ['pull-approved-tokens by stranger'])
  })

  it('are made once where the statement is used up', async () => {
    assert.deepEqual(await afterPayment(tabs('0 MLOAD')), [])
  })
})

describe('a signer that was not set', () => {
  it('signs by a signature of zeros, from which ECRECOVER answers nothing', async () => {
    assert.deepEqual(await found(await placed(purse(''))), ['forged-signature by stranger'])
  })

  it('signs nothing where the code refuses the zero address, or once it is set', async () => {
    assert.deepEqual(await found(await placed(purse('128 MLOAD ISZERO @no JUMPI'))), [])
    assert.deepEqual(await found(await placed(purse(''), SHOP)), [])
  })
})
