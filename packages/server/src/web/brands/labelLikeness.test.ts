import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexBrands } from './brandIndex.ts'
import { BRANDS } from './brands.ts'
import { labelLikeness } from './likenesses.ts'

const index = indexBrands(BRANDS)
const read = (label: string) => {
  const like = labelLikeness(label, index)
  return like && [like.name.name, like.how, like.lure]
}

for (const [label, ...expected] of [
  ['uniswap', 'uniswap', 'exact', null],
  ['trust-wallet', 'trustwallet', 'exact', null],
  ['un1swap', 'uniswap', 'confusable', null],
  ['metarnask', 'metamask', 'confusable', null],
  ['m\u0435t\u0430m\u0430sk', 'metamask', 'confusable', null],
  ['coinbàse', 'coinbase', 'confusable', null],
  ['uniswpa', 'uniswap', 'edit-distance', null],
  ['metamassk', 'metamask', 'edit-distance', null],
  ['claim-uniswap', 'uniswap', 'combo', 'strong'],
  ['ciaimuniswap', 'uniswap', 'combo', 'strong'],
  ['uniswapv4', 'uniswap', 'combo', 'weak'],
  ['aave-something', 'aave', 'combo', null],
  ['okx-login', 'okx', 'combo', 'strong'],
  ['base-airdrop', 'base', 'combo', 'strong'],
  ['rneta-mask-l0gin', 'metamask', 'confusable', 'strong'],
] as const)
  test(`${label} resembles ${expected[0]}: ${expected[1]}`, () => assert.deepEqual(read(label), expected))

for (const label of [
  'teashop',
  'arcade',
  'basecamp',
  'stargate-news',
  'database',
  'compounding',
  'hookxs',
  'book-okx',
  'blasting',
  'gcloud',
  'facebookmarketing',
  'curve-lighting',
  '',
  '-',
])
  test(`“${label}” resembles nothing`, () => assert.equal(read(label), null))
