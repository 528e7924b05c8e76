import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { encodeMultiSend, execTransactionByOwner, wrapBatch } from '@redoubt/risk/protect/accountBatches.ts'
import { account, contract, FRIEND, TRADER, USDC, userOperation } from '@redoubt/risk/testing/sampleFacts.ts'
import { protectFormOf } from './protectForm.ts'
import { NotProtectable } from './protection.ts'

const CALL_ONLY: Address = '0x9641d764fc13c8b624c04430c7356c1c7c8102e2'
const DELEGATE: Address = `0x${'de'.repeat(20)}`
const step = { to: USDC, value: 0n, data: '0x12345678' as const }
const pay: Transaction = { from: TRADER, ...step }
const [batch] = wrapBatch([step, step], '0x', null)
const safe = contract(FRIEND, { kind: { type: 'safe', version: '1.4.1', singleton: CALL_ONLY } })
const delegated = account(TRADER, { class: 'delegated-eoa', delegate: DELEGATE })
const authorization = { chainId: 1, address: DELEGATE, nonce: 0n }
const inSafe = (to: Address, operation: 0 | 1) =>
  execTransactionByOwner(TRADER, { to, data: operation === 1 ? encodeMultiSend([step, step]) : step.data, operation })
type Given = Partial<Parameters<typeof protectFormOf>[1]>

const offered: [string, Transaction, Given, string, number][] = [
  ['one call of an account of a key', pay, {}, 'bundle', 1],
  ['a bundle', { ...pay, calls: [step, step] }, {}, 'bundle', 2],
  ['a call of a delegated account', pay, { sender: delegated }, 'delegated-account', 1],
  ['its own batch', { ...pay, to: TRADER, data: batch?.data ?? '0x' }, { sender: delegated }, 'delegated-account', 2],
  ['a new delegation', { ...pay, authorizationList: [authorization] }, {}, 'delegated-account', 1],
  ['a bundle of a Safe', { ...pay, from: FRIEND, calls: [step, step] }, { sender: safe }, 'safe', 2],
  ['a Safe by its owner', { ...pay, to: FRIEND, data: inSafe(USDC, 0) }, { safe }, 'safe', 1],
  ['MultiSend of a Safe', { ...pay, to: FRIEND, data: inSafe(CALL_ONLY, 1) }, { safe }, 'safe', 2],
  [
    'an operation',
    { ...pay, to: TRADER, userOperation: userOperation({ callData: batch?.data ?? '0x' }) },
    {},
    'user-operation',
    2,
  ],
]
for (const [name, transaction, given, kind, steps] of offered)
  test(`${name} is closed as ${kind}`, () => {
    const form = protectFormOf(transaction, { sender: account(TRADER), safe: null, atomicBatch: true, ...given })
    assert.deepEqual([form.kind, form.steps.length], [kind, steps])
  })

const refused: [string, Transaction, Given, string][] = [
  ['a wallet without batches', pay, { atomicBatch: false }, 'cannot-batch'],
  ['a creation', { ...pay, to: null }, {}, 'not-batchable'],
  ['blobs', { ...pay, blobVersionedHashes: [] }, {}, 'not-batchable'],
  [
    'other code that a Safe runs as its own',
    { ...pay, to: FRIEND, data: inSafe(DELEGATE, 1) },
    { safe },
    'not-batchable',
  ],
  ['an unknown operation', { ...pay, userOperation: userOperation({ callData: '0x12345678' }) }, {}, 'not-batchable'],
  [
    'an authorisation of another account',
    { ...pay, authorizationList: [{ ...authorization, authority: FRIEND }] },
    {},
    'not-batchable',
  ],
  [
    'the end of a delegation',
    { ...pay, authorizationList: [{ ...authorization, address: `0x${'0'.repeat(40)}` }] },
    { sender: delegated },
    'not-batchable',
  ],
]
for (const [name, transaction, given, reason] of refused)
  test(`${name}: ${reason}`, () => {
    assert.throws(
      () => protectFormOf(transaction, { sender: account(TRADER), safe: null, atomicBatch: true, ...given }),
      (error) => error instanceof NotProtectable && error.reason === reason,
    )
  })
