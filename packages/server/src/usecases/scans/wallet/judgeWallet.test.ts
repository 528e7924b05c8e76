import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, sampleFacts, TRADER } from '@redoubt/risk/testing/sampleFacts.ts'
import { walletHistory } from '@redoubt/risk/testing/sampleWallet.ts'
import { judgeWallet } from './judgeWallet.ts'

const SPELLING = { member: 'address', spelled: TRADER, checksummed: TRADER, checksumFailed: false } as const

/** Every answer about a wallet shows who failed: what a node did not tell must not look like what is not there. */
const judge = (cut: string[]) =>
  judgeWallet(
    { chain: 'ethereum', address: TRADER, spelling: SPELLING, owner: null, deadlineMs: 2_000 },
    {
      chain: 'ethereum',
      block: async () => sampleFacts().block ?? assert.fail(),
      account: async (_, of) => account(of),
      said: async (of) => account(of),
      resembles: () => [],
      intelAsOf: () => '2026-11-21',
      unitPrice: async () => null,
      history: async () => walletHistory({ cut }),
    },
    { signal: new AbortController().signal },
  )

test('a node that fails at logs or at old transactions is named and lowers the confidence', async () => {
  const whole = await judge([])
  const { unavailable, score } = await judge([
    'ots: the network could not be read',
    'logs: token transfers could not be read',
  ])
  assert.deepEqual([whole.unavailable, unavailable], [[], ['history', 'logs']])
  assert.ok(score.confidence < whole.score.confidence)
})
