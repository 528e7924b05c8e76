import { detectorTest } from '../../testing/detectorTest.ts'
import { pay, STRANGER, TRADER, userOperation } from '../../testing/sampleFacts.ts'
import detector from './unknown-entry-point.ts'

const operation = (entryPoint: typeof STRANGER) =>
  pay(TRADER, 0n, { userOperation: userOperation({ entryPoint }), data: '0x12' })

detectorTest(detector, {
  detects: { 'an operation for a stranger’s contract': operation(STRANGER) },
  clears: {
    'an operation for EntryPoint 0.7': operation('0x0000000071727de22e5e9d8baf0edac6f37da032'),
    'an operation for EntryPoint 0.6': operation('0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789'),
    'an ordinary transaction': {},
  },
})
