import { detectorTest } from '../../testing/detectorTest.ts'
import { ETHER, FRIEND, pay } from '../../testing/sampleFacts.ts'
import detector from './excessive-gas-price.ts'

const GWEI = 10n ** 9n

detectorTest(detector, {
  detects: {
    'a gas price a thousand times too high': pay(FRIEND, ETHER, { gasPrice: 10_000n * GWEI }),
    'a tip of the same size': pay(FRIEND, ETHER, {
      maxFeePerGas: 20_000n * GWEI,
      maxPriorityFeePerGas: 10_000n * GWEI,
    }),
  },
  clears: {
    'a high maximum with a small tip, which is not paid': pay(FRIEND, ETHER, {
      maxFeePerGas: 20_000n * GWEI,
      maxPriorityFeePerGas: GWEI,
    }),
    'twice the base fee': pay(FRIEND, ETHER, { gasPrice: 20n * GWEI }),
    'no price given': {},
  },
})
