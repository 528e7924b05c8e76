import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import { contract } from '@redoubt/risk/testing/sampleFacts.ts'
import { sample } from '../contract/testContractScan.ts'
import { createKeptLevels } from './createKeptLevels.ts'
import { withKeptLevels } from './keptLevels.ts'

const { address } = sample.subject
const { signal } = new AbortController()

/** What a row shows whose own level is `own`, where the contract scan's kept judgement is `level`; null: none is kept. */
async function shown(own: RiskLevel | null, level: RiskLevel | null, complete = true) {
  let reads = 0
  const judgement = { address, riskScore: 0, findings: [], weak: [], blockNumber: 1n, rulesetVersion: '1', complete }
  const keptLevels = createKeptLevels({
    contract: {
      keeps: () => level !== null,
      kept: async (_, account) => level && { ...judgement, riskLevel: level, account },
    },
    wallet: { keeps: () => false, kept: async () => null },
    account: async () => {
      reads++
      return contract(address)
    },
  })
  const options = {
    addressOf: () => address.toUpperCase().replace('0X', '0x'),
    block: sample.block,
    keptLevels,
    signal,
  }
  const [row] = await withKeptLevels([{ riskLevel: own }], options)
  return { level: row?.riskLevel, reads }
}

describe('withKeptLevels', () => {
  test('shows the kept judgement, and reads no account without one', async () => {
    assert.deepEqual(await shown(null, 'critical'), { level: 'critical', reads: 1 })
    assert.deepEqual(await shown(null, 'safe'), { level: 'safe', reads: 1 })
    assert.deepEqual(await shown(null, null), { level: null, reads: 0 })
  })

  test('makes no accused row better', async () => {
    assert.equal((await shown('critical', 'safe')).level, 'critical')
    assert.equal((await shown('high', 'critical')).level, 'critical')
    assert.equal((await shown('high', null)).level, 'high')
  })

  test('makes no row better by an incomplete judgement, and worse all the same', async () => {
    assert.equal((await shown(null, 'safe', false)).level, null)
    assert.equal((await shown(null, 'medium', false)).level, null)
    assert.equal((await shown(null, 'critical', false)).level, 'critical')
    assert.equal((await shown('medium', 'critical', false)).level, 'critical')
  })

  test('ends with the deadline of the answer, also where an account does not answer', async () => {
    const keptLevels = createKeptLevels({
      contract: { keeps: () => true, kept: async () => null },
      wallet: { keeps: () => true, kept: async () => null },
      account: () => new Promise(() => undefined),
    })
    const rows = await withKeptLevels([{ riskLevel: null }], {
      addressOf: () => address,
      block: sample.block,
      keptLevels,
      signal: AbortSignal.timeout(20),
    })
    assert.deepEqual(rows, [{ riskLevel: null }])
  })
})
