import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { matchesChanges, type OwnChanges } from './matchesChanges.ts'

const PAYMENT: OwnChanges = { gains: [], losses: ['1250.5'], approves: false }
const SWAP: OwnChanges = { gains: ['0.4'], losses: ['1250.5'], approves: false }
const APPROVAL: OwnChanges = { gains: [], losses: [], approves: true }
const EVEN: OwnChanges = { gains: ['5'], losses: ['5'], approves: false }

const ADMITTED: [string, OwnChanges][] = [
  ['You pay 1,250.5 USDC.', PAYMENT],
  ['1250.5 USDC leave your wallet; the transaction is one call.', PAYMENT],
  ['You pay 1,250.5 USDC and receive 0.4 WETH.', SWAP],
  ['The pool sends you 0.4 WETH.', SWAP],
  ['The spender may take all your USDC, now and later.', APPROVAL],
  ['This permission lasts.', APPROVAL],
  ['The message is an order on ethereum.', PAYMENT],
]

const REFUSED: [string, OwnChanges][] = [
  ['You receive all tokens back.', PAYMENT],
  ['You receive 1,250.5 USDC.', PAYMENT],
  ['You get the amount back at the end.', PAYMENT],
  ['All tokens remain in your wallet.', PAYMENT],
  ['All balances are the same after it.', PAYMENT],
  ['The contract pays you 1,250.5 USDC.', PAYMENT],
  ['It all comes to you later.', PAYMENT],
  ['You pay a small fee.', PAYMENT],
  ['You pay 0.4 WETH.', SWAP],
  ['You receive 1,250.5 USDC and pay 0.4 WETH.', { ...SWAP, gains: ['0.4'], losses: ['1250.5'] }],
  ['You receive 5 USDC.', EVEN],
  ['The spender may take 5 USDC.', PAYMENT],
  ['You hold all your tokens, and the spender is allowed a small amount.', APPROVAL],
]

describe('matchesChanges', () => {
  for (const [text, changes] of ADMITTED)
    it(`admits ${JSON.stringify(text)}`, () => assert.equal(matchesChanges(text, changes), true))
  for (const [text, changes] of REFUSED)
    it(`refuses ${JSON.stringify(text)}`, () => assert.equal(matchesChanges(text, changes), false))
})
