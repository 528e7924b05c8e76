import { detectorTest } from '../../testing/detectorTest.ts'
import { account, byAddress, contract, ETHER, failure, STRANGER, USDC } from '../../testing/sampleFacts.ts'
import { execution, SAFE, worstCaseExecution } from '../../testing/sampleMessage.ts'
import detector from './safe-gas-refund-drain.ts'

const GWEI = 10n ** 9n
const refund = { token: null, receiver: STRANGER, gasPrice: 12n * GWEI, baseGas: 60_000n } as const
const refunds = (more: Partial<{ token: typeof USDC; receiver: null; gasPrice: bigint; baseGas: bigint }>) => ({
  intents: [execution({ refund: { ...refund, ...more } })],
  named: byAddress(contract(SAFE, { balance: 10n * ETHER }), account(STRANGER)),
})

detectorTest(detector, {
  detects: {
    'an ether for each unit of gas': { severity: 'critical', ...refunds({ gasPrice: ETHER }) },
    'more base gas than a block has': { severity: 'critical', ...refunds({ baseGas: 10n ** 12n }) },
    'a high price of an account whose balance was not read': { ...refunds({ gasPrice: ETHER }), named: {} },
    'more base gas than anything needs, of a small price': refunds({ baseGas: 2_000_000n }),
    'a refund in tokens': { severity: 'medium', ...refunds({ token: USDC }) },
    'a refund in tokens that only waits for a top-up': {
      ...refunds({ token: USDC }),
      worstCaseExecutions: [worstCaseExecution({ simulations: [failure('GS012')] })],
    },
    'a refund at the price of the network, as relayers take': { severity: 'low', ...refunds({}) },
    'the same to the submitter': { severity: 'low', ...refunds({ receiver: null }) },
  },
  clears: {
    'no refund': { intents: [execution()] },
    'a price of zero': refunds({ gasPrice: 0n }),
    'a permit': {},
  },
})
