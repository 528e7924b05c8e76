import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { pay, STRANGER } from '@redoubt/risk/testing/sampleFacts.ts'
import { NetworkUnavailable } from '../../../domain/sourceErrors.ts'
import { rejectOnAbort } from '../../../testing/rejectOnAbort.ts'
import { createSentTransactionScan } from './scanSentTransaction.ts'
import type { TransactionScanResult } from './scanTransaction.ts'
import type { FindTransaction, TransactionSources } from './transactionSources.ts'

const hash: Hex = `0x${'ab'.repeat(32)}`
const input = { hash, chain: null, simulate: true, explain: true, deadlineMs: 1_000 }
const context = { environment: 'test', signal: AbortSignal.timeout(5_000) } as const
const { transaction } = pay(STRANGER, 1n)

const absent: FindTransaction = async () => null
const down = (chain: Chain): FindTransaction => {
  return () => Promise.reject(new NetworkUnavailable(chain, 3))
}
const present: FindTransaction = async () => ({
  transaction,
  mined: { blockNumber: 7n, index: 2 },
  sources: {} as TransactionSources,
  outcome: async () => ({ success: false, gasUsed: 21_000n, source: 'receipt' }),
})

function look(
  finders: Partial<Record<Chain, FindTransaction>>,
  more: Partial<Parameters<ReturnType<typeof build>>[0]> = {},
) {
  return build(Object.entries(finders) as [Chain, FindTransaction][])({ ...input, ...more }, context)
}
const build = (finders: readonly [Chain, FindTransaction][]) =>
  createSentTransactionScan(
    async (_context, chain) => new Map(finders.filter(([name]) => chain === null || name === chain)),
    async () => ({ riskScore: 0 }) as TransactionScanResult,
  )

describe('a transaction is looked for', () => {
  test('on all networks at once; one that is down hides no other', async () => {
    const result = await look({ ethereum: down('ethereum'), bsc: absent, polygon: present })
    assert.deepEqual(result.transaction, {
      hash,
      chain: 'polygon',
      status: 'mined',
      blockNumber: '7',
      transactionIndex: 2,
      from: '0xA11ce50000000000000000000000000000000000',
      to: '0x57A26E0000000000000000000000000000000000',
      success: false,
      gasUsed: '21000',
      source: 'receipt',
    })
  })

  test('and not found only when all of them say so', async () => {
    await assert.rejects(look({ ethereum: absent, bsc: absent, polygon: absent }), { code: 'NOT_FOUND' })
    await assert.rejects(look({ ethereum: absent, bsc: down('bsc'), polygon: absent }), {
      code: 'UPSTREAM_UNAVAILABLE',
      message: /bsc/,
    })
  })

  test('on one network when it is named', async () => {
    const finders = { ethereum: present, bsc: absent, polygon: down('polygon') }
    await assert.rejects(look(finders, { chain: 'bsc' }), { code: 'NOT_FOUND', message: /bsc/ })
  })

  test('until the deadline', async () => {
    const hangs: FindTransaction = (_, signal) => rejectOnAbort(signal)
    await assert.rejects(look({ ethereum: absent, bsc: hangs, polygon: absent }, { deadlineMs: 50 }), {
      code: 'UPSTREAM_TIMEOUT',
    })
  })
})
