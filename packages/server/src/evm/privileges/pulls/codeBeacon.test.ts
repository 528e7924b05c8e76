import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { assemble } from '../../simulation/testing/assembler.ts'
import { codeBeacon } from './codeBeacon.ts'

const PROXY: Address = '0x00000000000000000000000000000000000070c3'
const BEACON: Address = `0x${'be'.repeat(20)}`
const LURE: Address = `0x${'1c'.repeat(20)}`
const LOGIC: Address = `0x${'1d'.repeat(20)}`
const QUESTION = '0xda525716'
const block = { chain: 'ethereum', hash: `0x${'1'.repeat(64)}`, number: 1n, timestamp: 1_780_000_000n } as PinnedBlock

const asking = (account: string) => `${QUESTION} 224 SHL 0 MSTORE 32 0 4 0 ${account} GAS STATICCALL POP`
const running = (target: string) => `0 0 CALLDATASIZE 0 ${target} GAS DELEGATECALL @a JUMPI 0 0 REVERT :a STOP`
const own = (count: number) =>
  Array.from({ length: count }, (_, at) => `0 CALLDATALOAD 224 SHR ${0xaaaa0001 + at} EQ @own JUMPI`).join(' ')

/** The beacon of the code; both accounts answer the question with code. */
async function beaconOf(source: string): Promise<Address | null> {
  const chain = {
    chain: 'ethereum',
    storage: async () => `0x${'0'.repeat(64)}`,
    code: async () => '0x00',
    call: async (_: PinnedBlock, { to, data }: { to: Address; data: Hex }) =>
      [BEACON, LURE].includes(to) && data === QUESTION ? `0x${'0'.repeat(24)}${LOGIC.slice(2)}` : null,
  } as unknown as ChainSource
  const code = assemble(source)
  return (await codeBeacon(chain, { block, address: PROXY, code }, new AbortController().signal))?.beacon ?? null
}

test('the account whose answer runs is the beacon, behind how many functions and constants it stands', async () => {
  const plain = `${asking(BEACON)} ${running('0 MLOAD')}`
  assert.equal(await beaconOf(plain), BEACON)
  assert.equal(await beaconOf(`${own(6)} ${plain} :own STOP`), BEACON)
  assert.equal(await beaconOf(`${LURE} POP 0x${'c2'.repeat(20)} POP 0x${'c3'.repeat(20)} POP ${plain}`), BEACON)
  assert.equal(await beaconOf(`${asking(BEACON)} ${running(`0 MLOAD 0x${'ff'.repeat(20)} AND`)}`), BEACON)
})

test('an account that is asked, and whose answer does not run, is no beacon', async () => {
  assert.equal(await beaconOf(`${asking(LURE)} ${running(`CALLER 0x${'11'.repeat(20)} XOR`)}`), null)
  assert.equal(await beaconOf(`${asking(LURE)} ${running('4 CALLDATALOAD')}`), null)
  assert.equal(await beaconOf(`${asking(LURE)} ${running('ADDRESS')}`), null)
  assert.equal(await beaconOf(`CALLER ${LURE} EQ @own JUMPI ${asking(BEACON)} ${running('0 MLOAD')} :own STOP`), null)
})
