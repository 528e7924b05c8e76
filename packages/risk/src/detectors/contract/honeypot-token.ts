import { isNamed } from '../../contract/genuine.ts'
import { refusesApprovals, salesOf } from '../../contract/openMint.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameAsset } from '../../wording/assetNames.ts'

/** Share of the supply in percent. */
const NEGLIGIBLE_PERCENT = 0.001

export default defineDetector({
  id: 'honeypot-token',
  title: 'Honeypot token',
  why: 'A honeypot lets everyone buy and no one sell: purchases succeed, and every sale fails. We confirmed both in simulation.',
  advice: 'Do not buy it. Tokens you already hold probably cannot be sold.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'critical',
  confidence: 'high',
  family: 'sale',
  decisive: true,
  needs: ['token', 'trade', 'subject', 'isUnissued', 'isUntradable'],
  detect: ({ token, trade, subject, isUnissued, isUntradable }) => {
    if (token?.standard !== 'erc20') return 'not-applicable'
    // No reason to doubt it: a well-known token without a pool that could be traded, code that has no tokens, balances that no function transfers.
    const isBeside = isNamed(subject) || isUnissued || isUntradable
    if (trade === null) return { unknown: ['trade'], ...(isBeside && { decisive: false as const }) }
    // Without a market there is nothing to be lured into: `non-transferable-token` tells it.
    if (refusesApprovals(trade)) return []
    const { reached, failed, patientFailed } = salesOf(trade)
    if (reached.length === 0) return trade.holders.sampled > 0 ? [] : { unknown: ['sale'] }
    // A sale that works after a day means a cool-down or a launch window, not a trap.
    if (failed.length === 0 || !patientFailed) return []
    const sold = reached.filter(({ sellTax }) => sellTax !== null)
    const { maxSell } = trade.limits
    // Crumbs that get out open no door; a limit that was measured has a finding of its own.
    const onlyCrumbs = sold.every(({ scenario }) => scenario === 'small') && (maxSell ?? 0) < NEGLIGIBLE_PERCENT
    if (sold.length > 0 && !onlyCrumbs) return []
    return [
      {
        description: `${nameAsset(token.symbol, subject.address)} can be bought, but ${failed.length} of ${reached.length} simulated sales failed${failed[0]?.failed?.reason ? `: “${failed[0].failed.reason}”` : ''}.`,
        evidence: {
          token: subject.address,
          pool: trade.pool.address,
          exchange: trade.pool.exchange,
          attempts: failed.map(
            ({ scenario, failed: at }) => `${scenario}: ${at?.step} failed (${at?.reason ?? 'no reason'})`,
          ),
          poolMade: trade.pool.made,
        },
      },
    ]
  },
})
