import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gatherFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import { FRIEND, invoke, sampleFacts } from '@redoubt/risk/testing/sampleFacts.ts'
import type { TransactionScanInput } from './scanTransaction.ts'
import { transactionProviders } from './transactionProviders.ts'
import type { TransactionSources } from './transactionSources.ts'

const { transaction, decodedCall } = invoke(FRIEND, 'claim()', [])
const never = () => new Promise<never>(() => {})
/** A service so busy that no work that waits for its turn has one. */
const busy = { whole: never, account: never, simulate: never }

const CASES: [string, Partial<TransactionSources>][] = [
  ['that an index knows', { decode: () => decodedCall }],
  [
    'that its callee alone tells',
    { decode: () => ({ ...decodedCall, functionName: null }), decodeByCallee: async () => decodedCall },
  ],
]
for (const [name, told] of CASES)
  test(`a call is judged without waiting for the turns of whole arguments: one ${name}`, async () => {
    const sources = { ...busy, ...told, block: async () => sampleFacts().block } as unknown as TransactionSources
    const input = { transaction, deadlineMs: 60_000 } as unknown as TransactionScanInput
    const providers = transactionProviders(input, sources)
    const { signal } = new AbortController()
    const { facts, missing } = await gatherFacts({ providers, needed: ['decodedCall'], signal })
    assert.deepEqual([facts.decodedCall, missing], [decodedCall, {}])
  })
