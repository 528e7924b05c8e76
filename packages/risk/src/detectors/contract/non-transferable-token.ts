import { refusesApprovals, salesOf } from '../../contract/openMint.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'non-transferable-token',
  title: 'Non-transferable token',
  why: 'In simulation, a new account bought the token and could not send a part of it to another account. The holder depends on the account that decides who may transfer.',
  advice: 'Do not buy it unless a stated rule explains it (a membership or an identity check).',
  appliesTo: 'contract',
  category: 'code',
  severity: 'high',
  confidence: 'medium',
  family: 'sale',
  needs: ['trade', 'subject'],
  detect: ({ trade, subject }) => {
    if (trade === null) return 'not-applicable'
    if (refusesApprovals(trade))
      return [
        {
          severity: 'medium',
          // Receipts and memberships are made like that: no proof of harm.
          soft: true,
          description: 'The token refuses every approval and has no liquidity pool: no exchange can sell it for you.',
          evidence: { token: subject.address, pool: null },
        },
      ]
    const blocked = trade.runs.filter(({ failed }) => failed?.step === 'transfer')
    const isAllowed = trade.runs.some(({ transferTax }) => transferTax !== null)
    // Allowed later, or not tried later: a launch window or a cool-down.
    if (isAllowed || !blocked.some(({ scenario }) => scenario === 'day-later')) return []
    const sold = salesOf(trade).reached.some(({ sellTax }) => sellTax !== null)
    return [
      {
        severity: sold ? 'medium' : 'high',
        description: `A new account bought the token, and all ${blocked.length} transfers of it failed${sold ? '; selling works' : ''}.`,
        evidence: {
          token: subject.address,
          pool: trade.pool.address,
          attempts: blocked.map(({ scenario, failed }) => `${scenario}: ${failed?.reason ?? 'no reason'}`),
        },
      },
    ]
  },
})
