import type { Address } from '../../address.ts'
import { areApprovalsRefused } from '../../contract/openMint.ts'
import { claimOn, isWhole } from '../../derive/claimed.ts'
import type { Loss } from '../../derive/shapes.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Hit, Severity } from '../../engine/finding.ts'
import type { Claim } from '../../facts/claim.ts'
import { nameAsset } from '../../wording/assetNames.ts'

/** Percent of the sale that the token keeps. */
const MAJORITY_PERCENT = 50
const A_FIFTH = 20
const A_TENTH = 10

export default defineDetector({
  id: 'honeypot-token-purchase',
  title: 'Purchase of a honeypot token',
  why: 'A honeypot lets you buy and stops you from selling. Only a sale shows the trap, so we simulated one: a new account bought the token on its pool and tried to sell it, at once and after a day.',
  advice:
    'Do not buy it. If you hold it already, pay no fee to “unlock” the sale: that fee is the second half of the scam.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'critical',
  confidence: 'high',
  family: 'honeypot',
  needs: ['saleProbes', 'executedMovements', 'claims'],
  detect: ({ saleProbes, executedMovements, claims }) => {
    if (saleProbes.length === 0) return 'not-applicable'
    const notProbed = saleProbes.filter(({ sales }) => sales.length === 0)
    const hits = saleProbes.flatMap(({ token, symbol, pool, exchange, made, sales }): Hit[] => {
      const last = sales.at(-1)
      const isReceipt =
        executedMovements.lost.length > 0 && executedMovements.lost.every((loss) => redeems(loss, { token, claims }))
      const name = nameAsset(symbol, token)
      if (last === undefined) return []
      const tried = sales.map(({ waitSeconds }) => `${waitSeconds} s after the purchase`)
      const evidence = { token, pool, exchange, tried, failedStep: last.failed?.step ?? null, sellTax: last.sellTax }
      if (areApprovalsRefused({ made }, sales))
        return [
          {
            // A receipt or a membership: what is paid for it is judged by what comes back.
            severity: 'low' as const,
            description: `${name} refuses every approval and has no liquidity pool: no exchange can sell it for you.`,
            evidence: { ...evidence, pool: null, exchange: null },
          },
        ]
      if (last.failed !== null) {
        const reason = last.failed.reason ? `: “${last.failed.reason}”` : ''
        return [
          {
            ...(isReceipt && { severity: 'low' as const }),
            description: `New buyers of ${name} cannot sell it, not even a day later${reason}. Confirmed in simulation.`,
            evidence: { ...evidence, reason: last.failed.reason },
          },
        ]
      }
      const severity = severityOf(last.sellTax)
      if (severity === null) return []
      return [{ severity, description: `${name} keeps ${last.sellTax?.toFixed(1)} % of each sale as tax.`, evidence }]
    })
    // A missing pool proves nothing about the token: its worth is another question.
    if (hits.length === 0 && notProbed.length > 0)
      return { unknown: notProbed.map(({ token }) => `a sale of ${token}`), decisive: false }
    return hits
  },
})

/** Whether the token itself pays back what was given for it, at once: a receipt, which need not be sold. */
function redeems(loss: Loss, { token, claims }: { token: Address; claims: readonly Claim[] }): boolean {
  const claim = claimOn(claims, loss)
  return claim !== null && isWhole(claim) && claim.exit?.contract === token
}

function severityOf(sellTax: number | null): Severity | null {
  if (sellTax === null || sellTax < A_TENTH) return null
  return sellTax >= MAJORITY_PERCENT ? 'critical' : sellTax >= A_FIFTH ? 'high' : 'medium'
}
