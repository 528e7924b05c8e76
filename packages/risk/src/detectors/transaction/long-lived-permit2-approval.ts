import { spenderKindOf } from '../../accounts/spenderKind.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { yourAsset } from '../../wording/assetNames.ts'

/** Interfaces ask for 30 days. */
const USUAL_SECONDS = 90n * 24n * 3600n

export default defineDetector({
  id: 'long-lived-permit2-approval',
  title: 'Permit2 approval with a distant expiry',
  why: 'Permit2 allowances carry an expiry, so that a forgotten allowance ends by itself. An expiry years ahead removes that protection.',
  advice: 'Set a shorter expiry; wallets and apps use 30 days.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'medium',
  confidence: 'high',
  family: 'approval',
  needs: ['grants', 'now'],
  detect: ({ grants, now }) => {
    const permits = grants.filter(({ standard }) => standard === 'permit2')
    if (permits.length === 0) return 'not-applicable'
    return permits
      .filter(({ expiration }) => expiration !== null && expiration > now + USUAL_SECONDS)
      .map(({ token, symbol, spender, spenderAccount, expiration, after, unlimited }) => ({
        // An amount that is no more than a plain approval, which never ends.
        severity: spenderKindOf(spenderAccount) === 'protocol' || !unlimited ? 'low' : 'medium',
        description: `${nameAccount(spender, spenderAccount)} may take ${yourAsset(symbol, token)} for more than 90 days.`,
        evidence: {
          token,
          spender,
          expiration: String(expiration),
          allowance: String(after),
        },
      }))
  },
})
