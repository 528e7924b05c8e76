import { detectorTest } from '../../testing/detectorTest.ts'
import detector from './harmful-partial-bundle.ts'

const approval = {
  id: 'approval-to-eoa',
  title: 'Approval to a personal wallet',
  description: 'The wallet 0x59D7…e19c may take all your USDC, now and later.',
}

detectorTest(detector, {
  detects: {
    'an approval that the last call would revoke': {
      harmfulPrefixes: [{ lastCall: 1, calls: 2, riskScore: 88, riskLevel: 'critical', findings: [approval] }],
      severity: 'critical',
    },
    'two payments before their return': {
      harmfulPrefixes: [{ lastCall: 2, calls: 3, riskScore: 62, riskLevel: 'high', findings: [] }],
      severity: 'high',
    },
  },
  clears: { 'a bundle that is no worse after any of its calls': { harmfulPrefixes: [] } },
})
