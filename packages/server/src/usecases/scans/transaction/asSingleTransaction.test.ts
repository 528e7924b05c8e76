import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Address } from '@redoubt/risk/address.ts'
import type { DecodedCall } from '@redoubt/risk/facts/decodedCall.ts'
import {
  account,
  contract,
  FRIEND,
  label,
  pay,
  ROUTER,
  router,
  TRADER,
  UNKNOWN_CONTRACT,
  USDC,
} from '@redoubt/risk/testing/sampleFacts.ts'
import { asSingleTransaction } from './gatherDelegations.ts'

const step = (to: Address, functionName: string | null, value = 0n): DecodedCall => ({
  ...pay(to, value).decodedCall,
  functionName,
})
const { transaction } = pay(null, 0n, { from: TRADER })
const token = contract(USDC)

describe('the callee that stands for a bundle', () => {
  test('is the one trusted least, wherever it comes', () => {
    const callees = [router(), contract(UNKNOWN_CONTRACT)]
    const steps = [step(ROUTER, 'swap', 3n), step(UNKNOWN_CONTRACT, null, 4n)]
    assert.equal(asSingleTransaction(transaction, callees, steps).to, UNKNOWN_CONTRACT)
    assert.equal(asSingleTransaction(transaction, callees, [...steps].reverse()).to, UNKNOWN_CONTRACT)
    assert.equal(asSingleTransaction(transaction, callees, steps).value, 7n)
  })

  test('is not a token that is only told who may take it', () => {
    assert.equal(
      asSingleTransaction(transaction, [token, router()], [step(USDC, 'approve'), step(ROUTER, 'swap')]).to,
      ROUTER,
    )
    assert.equal(asSingleTransaction(transaction, [token], [step(USDC, 'approve')]).to, USDC)
  })

  test('is no EOA while there is code, and a scammer first of all', () => {
    const thief = account(FRIEND, { labels: [label('scammer')] })
    const steps = [step(ROUTER, 'swap'), step(FRIEND, null)]
    assert.equal(asSingleTransaction(transaction, [router(), account(FRIEND)], steps).to, ROUTER)
    assert.equal(asSingleTransaction(transaction, [router(), thief], steps).to, FRIEND)
  })
})
