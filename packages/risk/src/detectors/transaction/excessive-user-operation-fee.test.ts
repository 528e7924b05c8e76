import { detectorTest } from '../../testing/detectorTest.ts'
import { pay, STRANGER, TRADER, userOperation } from '../../testing/sampleFacts.ts'
import detector from './excessive-user-operation-fee.ts'

const GWEI = 10n ** 9n
const operation = (more: Parameters<typeof userOperation>[0]) =>
  pay(TRADER, 0n, { userOperation: userOperation({ maxFeePerGas: 30n * GWEI, ...more }) })

detectorTest(detector, {
  detects: { 'a site that pays itself as the bundler': operation({ preVerificationGas: 300_000_000n }) },
  clears: {
    'what bundlers ask for': operation({ preVerificationGas: 60_000n }),
    'a fee that another pays': operation({ preVerificationGas: 300_000_000n, paymaster: STRANGER }),
    'much gas at next to no price': operation({ preVerificationGas: 20_000_000n, maxFeePerGas: 1_000n }),
    'gas left to the wallet': operation({}),
    'an ordinary transaction': {},
  },
})
