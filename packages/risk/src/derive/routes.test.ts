import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '../address.ts'
import { change, DRAINER, ROUTER, SCAM, TRADER, UNKNOWN_CONTRACT, USDC, usdc } from '../testing/sampleFacts.ts'
import { deriveMovements } from './movements.ts'
import { isRouted } from './routes.ts'

const VAULT = `0x${'7a'.repeat(20)}` as Address
const MARKET = `0x${'3a'.repeat(20)}` as Address
const token = (of: Address, address: Address, amount: bigint) =>
  change(of, amount, { assetType: 'erc20', address, symbol: 'T', before: 1_000n })
const paid = [usdc(TRADER, -500n), usdc(ROUTER, 500n)]
const routed = (balanceChanges: typeof paid) => {
  const { lost, gained } = deriveMovements({
    transaction: { from: TRADER, to: UNKNOWN_CONTRACT, value: 0n, data: '0x01020304' },
    steps: [],
    principals: [TRADER],
    payees: [],
    balanceChanges,
  })
  const [loss] = lost
  return loss?.address === USDC && isRouted(loss, { gained, balanceChanges })
}

test('a pool that gives what arrives, at once or through a vault and a market, is a route', () => {
  assert.equal(routed([...paid, token(ROUTER, SCAM, -9n), token(TRADER, SCAM, 9n)]), true)
  // The pool gives dollars of another kind to a vault, whose shares the market takes.
  const other = `0x${'05'.repeat(20)}` as Address
  const route = [
    ...paid,
    token(ROUTER, other, -500n),
    token(VAULT, other, 500n),
    token(MARKET, VAULT, 480n),
    token(MARKET, SCAM, -9n),
    token(TRADER, SCAM, 9n),
  ]
  assert.equal(routed(route), true)
})

test('a taker that prints what arrives, or another account that gives it, is no route', () => {
  assert.equal(routed([...paid, token(TRADER, ROUTER, 9n)]), false)
  assert.equal(routed([...paid, token(DRAINER, SCAM, -9n), token(TRADER, SCAM, 9n)]), false)
  assert.equal(routed(paid), false)
})
