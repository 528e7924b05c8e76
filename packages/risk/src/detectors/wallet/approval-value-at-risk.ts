import type { Address } from '../../address.ts'
import { defineDetector } from '../../engine/detector.ts'
import { approvalRisk } from '../../wallet/approvalRisk.ts'

export default defineDetector({
  id: 'approval-value-at-risk',
  title: 'Approval value at risk',
  why: 'The value at risk is the sum that unknown or flagged spenders could take now: the smaller of allowance and balance, at today’s price, each token counted once.',
  advice: 'Revoke these approvals, the largest first.',
  appliesTo: 'wallet',
  category: 'liquidity',
  severity: 'medium',
  confidence: 'medium',
  family: 'approvals',
  ofOwner: true,
  needs: ['subject', 'block', 'walletApprovals'],
  detect: ({ subject, block, walletApprovals }) => {
    const at = { owner: subject.address, now: Number(block.timestamp) }
    const risky = walletApprovals.filter(
      (one) => one.tokenUnlisted !== true && ['critical', 'high'].includes(approvalRisk(one, at).level),
    )
    const byToken = new Map<Address, number>()
    // Two spenders cannot take the same coin twice.
    for (const { token, valueAtRiskUsd } of risky)
      byToken.set(token, Math.max(byToken.get(token) ?? 0, valueAtRiskUsd ?? 0))
    const usd = [...byToken.values()].reduce((sum, value) => sum + value, 0)
    if (usd < SOME_USD)
      return risky.some(({ valueAtRiskUsd }) => valueAtRiskUsd === null)
        ? { unknown: ['prices of approved tokens'] }
        : []
    return [
      {
        severity: usd >= MUCH_USD ? ('medium' as const) : ('low' as const),
        description: `Unknown or flagged spenders can take about $${Math.round(usd).toLocaleString('en-US')} of this wallet’s tokens.`,
        evidence: { valueAtRiskUsd: Math.round(usd * 100) / 100, approvals: risky.length },
      },
    ]
  },
})

const SOME_USD = 500
const MUCH_USD = 10_000
