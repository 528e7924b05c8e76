import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectorTest } from '../../testing/detectorTest.ts'
import { site } from '../../testing/sampleUrl.ts'
import detector from './credentials-in-url.ts'

detectorTest(detector, {
  detects: {
    'a host in front of the host': { site: site('https://evil.example/', { userinfo: 'www.paypal.com' }) },
    'a host as its brand writes it': { site: site('https://evil.example/', { userinfo: 'MyEtherWallet.com' }) },
    'a URL in front of the host': { site: site('https://evil.example/', { userinfo: 'uniswap.org/swap?a=1' }) },
    'a user’s name': { site: site('https://evil.example/', { userinfo: 'alice' }), severity: 'medium' },
    'a token with dots': {
      site: site('https://evil.example/', { userinfo: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.abcdefgh' }),
      severity: 'medium',
    },
    'a password alone': { site: site('https://evil.example/', { userinfo: '' }), severity: 'medium' },
  },
  clears: { 'no credentials': { site: site() } },
})

test('of what stands in front only a host is repeated', () => {
  const evidenceFor = (userinfo: string) => {
    const hits = detector.detect({ site: site('https://evil.example/', { userinfo }) })
    assert.ok(Array.isArray(hits))
    return [hits[0]?.evidence, JSON.stringify(hits)] as const
  }
  assert.deepEqual(evidenceFor('uniswap.org/swap?token=s3cret')[0], { imitates: 'uniswap.org', host: 'evil.example' })
  for (const secret of [
    'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
    'sk9f8a7b6c5d4e3f2a.live',
    'aBcDeFgHiJkL.mNoPqR',
    'alice',
    'alice@mail.example',
  ])
    assert.ok(!evidenceFor(secret)[1].includes(secret), secret)
})
