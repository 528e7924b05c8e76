import assert from 'node:assert/strict'
import { test } from 'node:test'
import { change, FRIEND, SCAM, TRADER } from '../testing/sampleFacts.ts'
import { poolUsd } from './tradeLossHits.ts'

const gained = { account: TRADER, address: SCAM, tokenId: null, amount: 7n }
const row = change(TRADER, 7n, { address: SCAM, assetType: 'erc20', changeUsd: 12, priceKind: 'pool' })

test('gains are worth what the pool can pay', () => {
  assert.equal(poolUsd(gained, [row]), 12)
})

test('what others gain, other amounts and oracles say nothing of it', () => {
  assert.equal(poolUsd({ ...gained, account: FRIEND }, [row]), null)
  assert.equal(poolUsd({ ...gained, amount: 8n }, [row]), null)
  assert.equal(poolUsd(gained, [{ ...row, priceKind: 'oracle' }]), null)
  assert.equal(poolUsd(gained, []), null)
})
