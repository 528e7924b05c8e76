import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectorTest } from '../../testing/detectorTest.ts'
import { NO_CODE, NO_TOKEN, TOKEN, trade } from '../../testing/sampleContract.ts'
import { contract, label } from '../../testing/sampleFacts.ts'
import detector from './incomplete-analysis.ts'

const cut = { budget: { runs: 64, max: 64, cut: ['scenarios'] } }

detectorTest(detector, {
  detects: {
    'trades that the budget cut off': { trade: trade(cut) },
    'privileges that the budget cut off': { privilegesBudget: { runs: 400, max: 400, cut: ['capabilities'] } },
    'a token that could not be traded': { trade: null },
    'trades of which none got as far as a sale': {
      trade: trade({ runs: [], holders: { sampled: 0, failed: 0, highestTax: 0, siphoned: 0 } }),
    },
    'code that could not be read': { bytecode: null },
    'a well-known token': {
      trade: trade(cut),
      subject: contract(TOKEN, { labels: [label('token')] }),
      severity: 'info',
    },
    'what the caller did not want': { gaps: [{ of: 'trade', because: 'so', wanted: false }], severity: 'info' },
  },
  clears: { 'a plain token': {}, 'no token': NO_TOKEN, 'no code': NO_CODE },
})

test('all that is missing is one finding', () => {
  const gap = (of: 'trade' | 'privileges', wanted = true) => ({ of, because: 'the time limit came first', wanted })
  const hits = detector.detect({ subject: contract(TOKEN), gaps: [gap('trade'), gap('privileges')] })
  assert.ok(Array.isArray(hits))
  assert.deepEqual(
    hits.map(({ evidence }) => evidence.of),
    [['trade', 'privileges']],
  )
})
