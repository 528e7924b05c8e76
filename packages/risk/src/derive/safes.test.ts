import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '../address.ts'
import type { AccountKind } from '../facts/account.ts'
import { invoke, pay, UNKNOWN_CONTRACT, ZERO } from '../testing/sampleFacts.ts'
import { gatherSafes } from './movements.ts'

const EXEC = 'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)'
const { decodedCall } = invoke(UNKNOWN_CONTRACT, EXEC, [ZERO, 0n, '0x', 0, 0n, 0n, 0n, ZERO, ZERO, '0x'])
const SINGLETON: Address = '0x41675c099f32341bf84bfc5382af534df5c7461a'

const gather = (kind: AccountKind | null): Promise<Address[]> => gatherSafes([decodedCall], async () => ({ kind }))

test('a Safe is an account that is built as one, not one with a function of that name', async () => {
  assert.deepEqual(await gather({ type: 'safe', version: '1.4.1', singleton: SINGLETON }), [UNKNOWN_CONTRACT])
  assert.deepEqual(await gather({ type: 'proxy', implementation: SINGLETON }), [], 'another proxy of the singleton')
  assert.deepEqual(await gather({ type: 'clone', implementation: SINGLETON }), [])
  assert.deepEqual(await gather(null), [])
})

test('no call is asked without a Safe that is told to act', async () => {
  assert.deepEqual(await gatherSafes([pay(UNKNOWN_CONTRACT, 1n).decodedCall], async () => assert.fail('read')), [])
})
