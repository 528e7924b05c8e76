import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameAsset } from '../../wording/assetNames.ts'

export default defineDetector({
  id: 'honeypot-token-sale',
  title: 'Honeypot token with blocked sale',
  why: 'You hold enough of the token and have approved enough of it, and the token itself still stops the exchange from taking it. This is a honeypot: you can buy it and cannot sell it.',
  advice: 'Do not buy more of it to “unlock” the sale. The money in it is probably lost.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'critical',
  confidence: 'high',
  family: 'honeypot',
  needs: ['tokenPulls', 'simulation', 'recipient'],
  detect: ({ tokenPulls, simulation, recipient }) => {
    if (simulation.success || tokenPulls.length === 0) return 'not-applicable'
    const refused = tokenPulls.filter(({ failedInside }) => failedInside)
    const unread = refused.filter(({ balance, allowance }) => balance === null || allowance === null)
    const shown = refused.filter(
      ({ balance, allowance, amount }) =>
        balance !== null && allowance !== null && balance >= amount && allowance >= amount,
    )
    if (shown.length === 0 && unread.length > 0)
      return { unknown: unread.map(({ token }) => `balance and allowance in ${token}`) }
    // A pause or a block list of a named token may stop a sale too; behind an unnamed contract it may be that contract's doing.
    const exchange = recipient !== null && trustOf(recipient) === 'known'
    return shown.map(({ token, spender, amount, balance, allowance, error, revertReason }) => ({
      severity: exchange ? 'critical' : 'high',
      description: `${nameAsset(null, token).replace(/^the/, 'The')} stops its own sale${revertReason ? `: “${revertReason}”` : ''}, although your balance and allowance are enough.`,
      evidence: {
        token,
        spender,
        amount: String(amount),
        balance: String(balance),
        allowance: String(allowance),
        frame: 'transferFrom',
        error,
        revertReason,
      },
    }))
  },
})
