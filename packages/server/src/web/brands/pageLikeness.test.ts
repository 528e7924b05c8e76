import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexBrands } from './brandIndex.ts'
import { BRANDS } from './brands.ts'
import { isPageHost, pageLikeness } from './likenesses.ts'

const index = indexBrands(BRANDS)

test('pages of strangers are told from profiles and code', () => {
  assert.equal(isPageHost('sites.google.com'), true)
  for (const host of ['github.com', 'x.com', 'medium.com', 'example.com']) assert.equal(isPageHost(host), false)
})

for (const [path, brand] of [
  ['/view/metamask-login', 'MetaMask'],
  ['/view/Uniswap', 'Uniswap'],
  ['/bucket/claim-arbitrum.html', 'Arbitrum'],
] as const)
  test(`${path} names ${brand}`, () =>
    assert.deepEqual(
      pageLikeness(path, index).map((one) => [one.brand, one.how]),
      [[brand, 'path']],
    ))

for (const path of [
  '/',
  '/view/my-cooking-class',
  '/view/base-camp',
  '/ipfs/bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
])
  test(`${path} names no brand`, () => assert.deepEqual(pageLikeness(path, index), []))
