import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NFT, ROUTER, STRANGER, TRADER, USDC } from '@redoubt/risk/testing/sampleFacts.ts'
import { allowance, execution, order, SAFE, SEAPORT, signIn } from '@redoubt/risk/testing/sampleMessage.ts'
import { namedByIntents } from './judgeExecutions.ts'

test('every address that an intent names is found once, wherever it stands', () => {
  const intents = [allowance(), execution({ calls: [{ to: ROUTER, value: 0n, data: '0x' }] }), order()]
  const named = namedByIntents(intents)
  for (const address of [USDC, TRADER, ROUTER, SAFE, SEAPORT]) {
    assert.equal(named.filter((one) => one === address).length, 1, address)
  }
})

test('call data and the zero address are no accounts', () => {
  const zero = `0x${'0'.repeat(40)}` as const
  const data = `0xa9059cbb${ROUTER.slice(2).padStart(64, '0')}` as const
  const named = namedByIntents([execution({ account: TRADER, verifier: null, calls: [{ to: zero, value: 0n, data }] })])
  assert.deepEqual(named, [TRADER])
})

test('who gains control of an account that calls itself is named by the call data', () => {
  const data = `0x610b5925${STRANGER.slice(2).padStart(64, '0')}` as const
  assert.ok(namedByIntents([execution({ calls: [{ to: SAFE, value: 0n, data }] })]).includes(STRANGER))
})

test('the assets of an order come last: padding hides no party', () => {
  const asset = { assetType: 'erc20', tokenId: null, amount: 1n } as const
  const gives = [{ ...asset, address: NFT, to: null }]
  const gets = [{ ...asset, address: USDC, to: TRADER }]
  assert.equal(namedByIntents([order({ gives, gets }), allowance()]).at(-1), NFT)
})

test('a sign-in names the signer alone', () => {
  assert.deepEqual(namedByIntents([signIn()]), [TRADER])
})
