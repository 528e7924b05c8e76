import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { luresIn } from '../createPageReader.ts'

describe('words that press', () => {
  const cases: [text: string, ...kinds: string[]][] = [
    ['Claim your airdrop now', 'claim'],
    ['You are eligible to claim 4,200 tokens', 'claim'],
    ['领取空投', 'claim'],
    ['Please validate your wallet to continue', 'verify-wallet'],
    ['Wallet synchronization', 'verify-wallet'],
    ['Your account has been suspended', 'urgency'],
    ['Offer ends within 24 hours', 'urgency'],
    ['Only 10 minutes left', 'urgency'],
    ['Send 1 ETH and get 2 back', 'giveaway'],
    ['MetaMask support', 'support'],
    ['Migrate your tokens to v2', 'migration'],
    ['Swap, earn and build on the leading exchange.'],
    ['Connect wallet'],
    ['Free delivery on orders over 50'],
  ]
  for (const [text, ...expected] of cases) {
    it(`${text}: ${expected.join(', ') || 'none'}`, () => {
      assert.deepEqual(
        luresIn([text]).map(({ kind }) => kind),
        expected,
      )
    })
  }
})
