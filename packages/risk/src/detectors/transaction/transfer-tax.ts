import { defineDetector } from '../../engine/detector.ts'
import { nameAsset } from '../../wording/assetNames.ts'

/** Share of the amount that does not arrive, in percent. */
const TAX_PERCENT = { medium: 10, high: 20, critical: 50 } as const

export default defineDetector({
  id: 'transfer-tax',
  title: 'Token transfer tax',
  why: 'The token keeps a tax on every transfer, so the receiver gets less than you send. A high tax makes the token hard to use or to sell.',
  advice: 'Expect the receiver to get less, or do not use this token.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  needs: ['payees', 'movements', 'balanceChanges'],
  detect: ({ payees, movements, balanceChanges }) =>
    payees.flatMap(({ address, asset, tokenId }) => {
      const loss = movements.lost.find((lost) => lost.how === 'sent' && lost.address === asset)
      // With two payees of one token the shares cannot be told apart.
      const alone = payees.filter((other) => other.asset === asset).length === 1
      if (asset === null || tokenId !== null || !loss || loss.tokenId !== null || !alone) return []
      const arrived = balanceChanges.find((row) => row.account === address && row.address === asset)?.change ?? 0n
      const percent = Number(((loss.amount - arrived) * 10_000n) / loss.amount) / 100
      if (percent < TAX_PERCENT.medium) return []
      return [
        {
          severity: percent >= TAX_PERCENT.critical ? 'critical' : percent >= TAX_PERCENT.high ? 'high' : 'medium',
          description: `${percent} % of the ${nameAsset(loss.symbol, asset)} you send does not arrive: the token keeps it as tax.`,
          evidence: { token: asset, sent: String(loss.amount), arrived: String(arrived), taxPercent: percent },
        },
      ]
    }),
})
