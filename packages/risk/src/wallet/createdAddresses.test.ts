import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createdAddresses } from './pullsOf.ts'

test('where the deployer of Uniswap V2 made factory and router', () => {
  // etherscan.io: 0x9C33eaCc2F50E39940D3AfaF2c7B8246B681A374 made the factory with its first transaction, the router with its fourth.
  const made = createdAddresses('0x9c33eacc2f50e39940d3afaf2c7b8246b681a374', 4)
  assert.deepEqual(
    [made[0]?.address, made[3]?.address],
    ['0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f', '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'],
  )
})

test('an account that sent a million transactions costs no more than one that sent 256', () => {
  assert.equal(createdAddresses('0x9c33eacc2f50e39940d3afaf2c7b8246b681a374', 1_000_000).length, 256)
})
