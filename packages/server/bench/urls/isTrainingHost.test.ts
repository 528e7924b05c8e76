import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTrainingHost } from './isTrainingHost.ts'

test('a host teaches when a list that allows it names it', () => {
  for (const source of ['polkadot', 'phantom', 'eth-phishing-detect@1.2.0', 'npm:viem', 'opendns-top', 'extra'])
    assert.equal(isTrainingHost({ sources: [source] }), true, source)
  assert.equal(isTrainingHost({ sources: ['scamsniffer', 'polkadot'] }), true)
})

test('copyleft, non-commercial and closed lists do not teach', () => {
  for (const source of [
    'scamsniffer',
    'cryptoscamdb',
    'citizenlab',
    'npm:wappalyzer',
    'npm:@ghostery/trackerdb',
    'new',
  ])
    assert.equal(isTrainingHost({ sources: [source] }), false, source)
})
