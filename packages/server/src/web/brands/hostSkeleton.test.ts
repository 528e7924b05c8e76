import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostSkeleton } from './hostSkeleton.ts'

for (const [one, other] of [
  ['uniswap', 'un1swap'],
  ['uniswap', 'unlswap'],
  ['metamask', 'rnetarnask'],
  ['coinbase', 'c0inbase'],
  ['sushiswap', '5ushi5wap'],
  ['sushiswap', 'sushisvvap'],
  ['apple', 'аррӏе'],
  ['binance', 'bínâncé'],
  ['opensea', 'ореnѕеа'],
] as const)
  test(`${other} is taken for ${one}`, () => assert.equal(hostSkeleton(other), hostSkeleton(one)))

for (const [one, other] of [
  ['uniswap', 'unicorn'],
  ['base', 'bass'],
  ['2020', '2024'],
] as const)
  test(`${other} is not taken for ${one}`, () => assert.notEqual(hostSkeleton(other), hostSkeleton(one)))
