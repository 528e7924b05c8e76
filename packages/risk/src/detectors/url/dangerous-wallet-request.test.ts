import type { WalletRequest } from '../../facts/browsing.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { browsing, walletRequest } from '../../testing/sampleUrl.ts'
import detector from './dangerous-wallet-request.ts'

const asks = (riskLevel: NonNullable<WalletRequest['scan']>['riskLevel'], riskScore: number) => ({
  browsing: browsing({
    requests: [
      walletRequest(),
      walletRequest({
        method: 'eth_sendTransaction',
        scan: {
          kind: 'transaction',
          riskScore,
          riskLevel,
          recommendation: 'BLOCK',
          paid: null,
          findings: [
            {
              id: 'approval-to-eoa',
              severity: 'critical',
              title: 'An unlimited approval to a person',
              description: 'All USDC.',
            },
          ],
        },
      }),
    ],
  }),
})

detectorTest(detector, {
  detects: {
    'an approval to a thief': asks('critical', 92),
    'a doubtful signature': { ...asks('high', 65), severity: 'high' },
    'a swap at a bad price': { ...asks('medium', 45), severity: 'medium' },
  },
  clears: { 'an ordinary swap': asks('safe', 4), 'a page that asks for nothing': {} },
})
