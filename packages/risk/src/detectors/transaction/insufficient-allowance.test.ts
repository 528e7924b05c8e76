import type { TokenPull } from '../../derive/shapes.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { failure, ROUTER, TRADER, UNKNOWN_CONTRACT, USDC } from '../../testing/sampleFacts.ts'
import detector from './insufficient-allowance.ts'

const pull: TokenPull = {
  token: USDC,
  holder: TRADER,
  spender: ROUTER,
  to: UNKNOWN_CONTRACT,
  amount: 100n,
  balance: 100n,
  allowance: 0n,
  error: 'execution reverted',
  revertReason: null,
  failedInside: true,
}

detectorTest(detector, {
  detects: { 'a swap before the approval': { simulation: failure(null), tokenPulls: [pull] } },
  clears: {
    'an approval that is large enough': { simulation: failure(null), tokenPulls: [{ ...pull, allowance: 100n }] },
    'a pull that works without one': { tokenPulls: [{ ...pull, error: null, failedInside: false }] },
    'no pull': {},
  },
})
