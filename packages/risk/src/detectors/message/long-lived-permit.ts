import { spenderKindOf } from '../../accounts/spenderKind.ts'
import { defineDetector } from '../../engine/detector.ts'
import { judged } from '../../message/parties.ts'
import { describeTakenAsset, permissionEvidence, permissionsOf } from '../../message/permissions.ts'
import { nameAccount } from '../../wording/accountNames.ts'

/** Interfaces ask for 30 days. */
const USUAL_SECONDS = 90n * 24n * 3600n

export default defineDetector({
  id: 'long-lived-permit',
  title: 'Permit with a distant expiry',
  why: 'A permit carries an expiry, so that a forgotten permit ends by itself. An expiry years ahead removes that protection: an attacker who takes over the spender later can still use it.',
  advice: 'Set a shorter expiry; wallets and apps use 30 days.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'medium',
  confidence: 'high',
  family: 'approval',
  needs: ['message', 'intents', 'named', 'block', 'now'],
  detect: ({ message, intents, named, block, now }) => {
    const { permissions, unknown } = permissionsOf({ message, intents, named, block })
    if (permissions.length === 0 && unknown.length === 0) return 'not-applicable'
    const hits = permissions
      .filter(({ until }) => until === null || until > now + USUAL_SECONDS)
      // An allowance given to a known protocol for what one trade needs is used up by the trade.
      .filter(({ unlimited, spenderAccount }) => unlimited || spenderKindOf(spenderAccount) !== 'protocol')
      .map((one) => ({
        severity: spenderKindOf(one.spenderAccount) === 'protocol' ? ('low' as const) : ('medium' as const),
        description: `${nameAccount(one.spender, one.spenderAccount)} may take ${describeTakenAsset(one)} ${one.until === null ? 'for ever' : 'for more than 90 days'}.`,
        evidence: permissionEvidence(one),
      }))
    return judged(hits, unknown)
  },
})
