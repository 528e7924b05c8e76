import { detectorTest } from '../../testing/detectorTest.ts'
import detector from './untested-token-pulls.ts'

const open = { selector: '0xdeadbeef', signature: null } as const

detectorTest(detector, {
  detects: {
    'one of three functions': { pullCoverage: { functions: 3, open: [open] }, severity: 'info' },
    'all functions': { pullCoverage: { functions: 1, open: [open] }, severity: 'medium' },
  },
  clears: {
    'all of them were executed': { pullCoverage: { functions: 3, open: [] } },
  },
})
