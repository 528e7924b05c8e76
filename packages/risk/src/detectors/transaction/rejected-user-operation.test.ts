import type { OperationOutcome } from '../../facts/execution.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { pay, simulation, TRADER, userOperation } from '../../testing/sampleFacts.ts'
import detector from './rejected-user-operation.ts'

const signed = (operation: Partial<OperationOutcome>) => ({
  ...pay(TRADER, 0n, { userOperation: userOperation({ signature: '0x12' }) }),
  simulation: simulation({
    operation: { accepted: false, refusal: null, success: false, fee: null, payer: null, charged: [], ...operation },
  }),
})

detectorTest(detector, {
  detects: {
    'a prepayment that is not there': signed({ refusal: "AA21 didn't pay prefund" }),
    'a nonce that was used': signed({ refusal: 'AA25 invalid account nonce' }),
    'gas limits that are too low': signed({ accepted: true, fee: 9n, payer: TRADER }),
    'a paymaster that does not agree': signed({ refusal: 'AA33 reverted' }),
  },
  clears: {
    'an operation that is done': signed({ accepted: true, success: true, fee: 1n, payer: TRADER }),
    'a dummy signature': signed({ refusal: 'AA24 signature error' }),
    'a dummy signature that the account does not even look at': signed({ refusal: 'AA23 reverted' }),
    'an operation without a signature': pay(TRADER, 0n, { userOperation: userOperation() }),
    'an ordinary transaction': {},
  },
})
