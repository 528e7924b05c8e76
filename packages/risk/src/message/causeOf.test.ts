import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeFunctionData, erc20Abi } from 'viem'
import { FRIEND, NFT, STRANGER, USDC } from '../testing/sampleFacts.ts'
import { allowance, execution, loss, order, SAFE, signIn } from '../testing/sampleMessage.ts'
import { causeOf, isOrderedPayment } from './parties.ts'

const given = { assetType: 'erc721', address: NFT, tokenId: 1n, amount: 1n, to: null } as const
const transferTo = (to: typeof FRIEND) =>
  execution({
    calls: [
      { to: USDC, value: 0n, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 5n] }) },
    ],
  })

test('a loss comes from the intent that names its asset and owner', () => {
  const intents = [signIn(), order({ gives: [given] }), allowance()]
  assert.equal(causeOf(loss(), intents), intents[2])
  assert.equal(causeOf(loss({ address: NFT, tokenId: 1n }), intents), intents[1])
  assert.equal(causeOf(loss({ account: FRIEND }), intents), null)
  assert.equal(causeOf(loss({ account: SAFE }), [execution()])?.kind, 'execution')
})

test('a plain payment is ordered; any other receiver is not', () => {
  const ours = loss({ account: SAFE, takers: [FRIEND] })
  assert.equal(isOrderedPayment(ours, transferTo(FRIEND)), true)
  assert.equal(isOrderedPayment({ ...ours, takers: [STRANGER] }, transferTo(FRIEND)), false)
  assert.equal(isOrderedPayment({ ...ours, takers: [FRIEND, STRANGER] }, transferTo(FRIEND)), false)
  assert.equal(isOrderedPayment(ours, allowance()), false)
})

test('coins are ordered by their value, and not by a call that carries more', () => {
  const coins = loss({ account: SAFE, address: null, assetType: 'native', takers: [FRIEND] })
  const pay = (data: `0x${string}`) => execution({ calls: [{ to: FRIEND, value: 5n, data }] })
  assert.equal(isOrderedPayment(coins, pay('0x')), true)
  assert.equal(isOrderedPayment(coins, pay('0x12345678')), false)
})
