import { detectorTest } from '../../testing/detectorTest.ts'
import { pay, STRANGER, simulation, TRADER, userOperation } from '../../testing/sampleFacts.ts'
import detector from './unexamined-paymaster.ts'

detectorTest(detector, {
  detects: {
    'one that fails': {
      ...pay(TRADER, 0n, { userOperation: userOperation({ paymaster: STRANGER }) }),
      simulation: simulation({ paymaster: { refusal: 'no allowance', executed: false, cost: 0n } }),
    },
    'one that refuses the signature': {
      ...pay(TRADER, 0n, { userOperation: userOperation({ paymaster: STRANGER }) }),
      simulation: simulation({ paymaster: { refusal: 'signature not valid', executed: true, cost: 1n } }),
    },
    'an operation with a paymaster': pay(TRADER, 0n, { userOperation: userOperation({ paymaster: STRANGER }) }),
  },
  clears: {
    'an account that pays itself': pay(TRADER, 0n, { userOperation: userOperation() }),
    'a charge that was executed': {
      ...pay(TRADER, 0n, { userOperation: userOperation({ paymaster: STRANGER, signature: '0x12' }) }),
      simulation: simulation({
        operation: { accepted: true, refusal: null, success: true, fee: 1n, payer: STRANGER, charged: [] },
      }),
    },
    'one that was executed without a signature of the account': {
      ...pay(TRADER, 0n, { userOperation: userOperation({ paymaster: STRANGER }) }),
      simulation: simulation({ paymaster: { refusal: null, executed: true, cost: 1n } }),
    },
    'an ordinary transaction': {},
  },
})
