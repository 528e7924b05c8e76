import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failedHistorySources } from './walletSources.ts'

const ROWS: [string, string[]][] = [
  ['Etherscan: over its rate limit', ['Etherscan']],
  ['logs: token transfers could not be read', ['logs']],
  ['logs: token transfers since block 7, older ones could not be read', ['logs']],
  ['head: no answer within 900 ms', ['logs']],
  ['ots: the network could not be read', ['history']],
  ['ots_: the network could not be read', ['history']],
  ['archive: could not be read in time', ['history']],
  // What no endpoint keeps or offers, or is too long, is no failure.
  ['old state: nobody keeps what is older than block 7', []],
  ['ots_: what moved inside transactions is not known', []],
  ['ots_: no endpoint offers it', []],
  ['logs: token transfers since block 7', []],
  ['ots_: of transactions the newest 2000', []],
  ['constructor: could not be read', []],
]
for (const [words, expected] of ROWS)
  test(`${words}: ${expected.join(', ') || 'none'}`, () => assert.deepEqual(failedHistorySources([words]), expected))

test('each is named once', () => {
  assert.deepEqual(failedHistorySources(['ots: the network could not be read', 'archive: could not be read in time']), [
    'history',
  ])
})
