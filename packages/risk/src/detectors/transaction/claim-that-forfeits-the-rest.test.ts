import type { DelayedClaim } from '../../facts/delayedClaim.ts'
import type { Facts } from '../../facts/facts.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { contract, invoke, UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import detector from './claim-that-forfeits-the-rest.ts'

const ether = (amount: number) => BigInt(Math.round(amount * 1_000)) * 10n ** 15n

/** A call that pays ether at 1,000 dollars: by calls from now on, and by calls only later. */
function claims(
  [now, later]: readonly [number, number],
  more: Partial<DelayedClaim> = {},
  signature = 'claim()',
): Partial<Facts> {
  return {
    ...invoke(UNKNOWN_CONTRACT, signature, []),
    recipient: contract(UNKNOWN_CONTRACT),
    delayedClaim: {
      contract: UNKNOWN_CONTRACT,
      asset: { address: null, symbol: 'ETH', decimals: 18 },
      now: ether(now),
      later: ether(later),
      days: [400],
      otherFunction: null,
      nowUsd: now * 1_000,
      laterUsd: later * 1_000,
      ...more,
    },
  }
}

detectorTest(detector, {
  detects: {
    'a first claim that ends a plan of twice as much': { ...claims([1, 2]), severity: 'high' },
    'a first claim that gives up more than a third': { ...claims([1.2, 2]), severity: 'medium' },
    'an early exit, where another function pays all of it later': {
      ...claims([1, 2], { otherFunction: '0x3ccfd60b' }),
      severity: 'medium',
    },
    'an early exit by its name': { ...claims([1, 2], {}, 'emergencyWithdraw()'), severity: 'medium' },
  },
  clears: {
    'a claim of a plan that goes on': claims([2, 2]),
    'an exit of a stake whose interest would have grown': claims([1, 1.3]),
    'a rest of a few dollars': claims([0.01, 0.1]),
    'a transaction that does not only pay its sender': { delayedClaim: null },
  },
})
