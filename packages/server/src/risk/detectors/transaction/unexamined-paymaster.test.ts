import { detectorTest } from '../../detectorTest.ts'
import { pay, STRANGER, simulation, TRADER, USDC, userOperation } from '../../sampleFacts.ts'
import detector from './unexamined-paymaster.ts'

detectorTest(detector, {
  detects: {
    'what it takes for the fee': {
      ...pay(TRADER, 0n, { userOperation: userOperation({ paymaster: STRANGER, signature: '0x12' }) }),
      simulation: simulation({
        operation: {
          ...{ accepted: true, refusal: null, success: true, fee: 1n, payer: STRANGER },
          charged: [{ token: USDC, amount: 5n }],
        },
      }),
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
    'an ordinary transaction': {},
  },
})
