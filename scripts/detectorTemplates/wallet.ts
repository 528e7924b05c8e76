import { defineDetector } from '../../packages/risk/src/engine/detector.ts'

/** Wallets that trade every day have fewer. */
const MAX_UNLIMITED = 500

export default defineDetector({
  id: 'template-wallet',
  title: 'Very many unlimited approvals',
  why: 'Each unlimited approval lets its spender take the whole balance of a token at any time. One exploited spender is enough for a loss.',
  advice: 'Revoke the approvals that you no longer use.',
  appliesTo: 'wallet',
  category: 'associations',
  severity: 'low',
  confidence: 'medium',
  needs: ['walletApprovals'],
  detect: ({ walletApprovals }) => {
    const unlimited = walletApprovals.filter((approval) => approval.unlimited)
    if (unlimited.length <= MAX_UNLIMITED) return []
    const spenders = [...new Set(unlimited.map(({ spender }) => spender))]
    return [
      {
        description: `${unlimited.length} unlimited approvals let ${spenders.length} spenders take tokens of this wallet.`,
        evidence: { approvals: unlimited.length, spenders: spenders.slice(0, 10) },
      },
    ]
  },
})
