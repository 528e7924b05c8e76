import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, Hex } from '../facts.ts'
import { invoke, pay, UNKNOWN_CONTRACT, ZERO } from '../sampleFacts.ts'
import { learnSafes } from './safes.ts'

const EXEC = 'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)'
const { decodedCall } = invoke(UNKNOWN_CONTRACT, EXEC, [ZERO, 0n, '0x', 0, 0n, 0n, 0n, ZERO, ZERO, '0x'])
const PROXY: Hex = '0xd7d408ebcd99b2b70be43e20253d6d92a8ea8fab29bd3be7f55b10032331fb4c'
const word = (address: string): Hex => `0x${address.slice(2).padStart(64, '0')}`
const SINGLETON = word('0x41675c099f32341bf84bfc5382af534df5c7461a')

const learn = (codeHash: Hex | null, singleton: Hex | null): Promise<Address[]> =>
  learnSafes(
    [decodedCall],
    async () => ({ codeHash }),
    async () => singleton,
  )

test('a Safe is known by its own code and by the code it runs', async () => {
  assert.deepEqual(await learn(PROXY, SINGLETON), [UNKNOWN_CONTRACT])
  assert.deepEqual(await learn(`0x${'1'.repeat(64)}`, SINGLETON), [], 'another contract that names the singleton')
  assert.deepEqual(await learn(PROXY, word(UNKNOWN_CONTRACT)), [], 'a genuine proxy of other code')
  assert.deepEqual(await learn(PROXY, null), [])
  assert.deepEqual(await learn(null, SINGLETON), [])
})

test('nobody is asked when no Safe is told to act', async () => {
  const asked = async () => assert.fail('read')
  assert.deepEqual(await learnSafes([pay(UNKNOWN_CONTRACT, 1n).decodedCall], asked, asked), [])
})
