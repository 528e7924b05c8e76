import { detectorTest } from '../../testing/detectorTest.ts'
import { FRIEND, invoke, simulation, TRADER, UNKNOWN_CONTRACT, USDC, usdc } from '../../testing/sampleFacts.ts'
import detector from './transfer-tax.ts'

const arrives = (amount: bigint) => ({
  ...invoke(USDC, 'transfer(address,uint256)', [FRIEND, 100n]),
  simulation: simulation(),
  balanceChanges: [usdc(TRADER, -100n), usdc(FRIEND, amount), usdc(UNKNOWN_CONTRACT, 100n - amount)],
})

detectorTest(detector, {
  detects: {
    'an eighth kept': arrives(88n),
    'a quarter kept': { ...arrives(75n), severity: 'high' },
    'all of it kept': { ...arrives(0n), severity: 'critical' },
  },
  clears: {
    'a token without a fee': arrives(100n),
    'the rounding of a rebasing token': arrives(99n),
    'a transfer of native coin': {},
  },
})
