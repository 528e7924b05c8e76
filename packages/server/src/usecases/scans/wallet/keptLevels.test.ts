import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RiskLevel } from '@redoubt/risk/riskLevel.ts'
import { contract } from '@redoubt/risk/sampleFacts.ts'
import { sample } from '../contract/testContractScan.ts'
import { createKeptLevels } from './createKeptLevels.ts'
import { withKeptLevels } from './keptLevels.ts'

const { address } = sample.subject
const { signal } = new AbortController()

/** What a row shows whose own level is `own`, where the contract scan's kept judgement is `level`; null: none is kept. */
async function shown(own: RiskLevel, level: RiskLevel | null, complete = true) {
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
    assert.deepEqual(await shown('low', 'critical'), { level: 'critical', reads: 1 })
    assert.deepEqual(await shown('low', 'safe'), { level: 'safe', reads: 1 })
    assert.deepEqual(await shown('low', null), { level: 'low', reads: 0 })
  })

  test('makes no accused row better', async () => {
    assert.equal((await shown('critical', 'safe')).level, 'critical')
    assert.equal((await shown('high', 'critical')).level, 'critical')
  })

  test('makes no row better by an incomplete judgement, and worse all the same', async () => {
    assert.equal((await shown('low', 'safe', false)).level, 'low')
    assert.equal((await shown('safe', 'critical', false)).level, 'critical')
  })
})
