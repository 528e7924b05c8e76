import type { PullCoverage } from '../../facts/guardedPull.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { UNKNOWN_CONTRACT } from '../../testing/sampleFacts.ts'
import detector from './untested-spender-pulls.ts'

const open = { selector: '0xdeadbeef', signature: 'swap(bytes)' } as const
const probed = (coverage: PullCoverage) => ({
  spenderProbes: [{ spender: UNKNOWN_CONTRACT, pulls: [], guardedPulls: [], privileged: [], cut: [], coverage }],
})

detectorTest(detector, {
  detects: {
    'one of three functions': { ...probed({ functions: 3, open: [open] }), severity: 'info' },
    'all functions': { ...probed({ functions: 1, open: [open] }), severity: 'medium' },
  },
  clears: { 'all of them were executed': probed({ functions: 3, open: [] }) },
})
