import assert from 'node:assert/strict'
import { test } from 'node:test'
import { origin } from '@redoubt/risk/testing/sampleMessage.ts'
import { renderOrigin } from './renderFindings.ts'

test('the site that asks is shown with what its name looks like', () => {
  const likenesses = [
    { brand: 'Uniswap', domain: 'uniswap.org', how: 'combo', matched: 'uniswap-claim', ambiguous: false } as const,
  ]
  const asks = origin({
    url: 'https://uniswap-claim.example/x',
    host: 'uniswap-claim.example',
    lexical: 0.9,
    likenesses,
  })
  assert.deepEqual(renderOrigin(asks), {
    url: 'https://uniswap-claim.example/x',
    host: 'uniswap-claim.example',
    listed: [],
    official: null,
    lexical: 0.9,
    likenesses,
    scanned: null,
  })
  assert.deepEqual(renderOrigin(origin()).likenesses, [])
})
