import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'
import { flagSeverity } from '../../engine/finding.ts'
import { judged } from '../../message/parties.ts'
import { describeTakenAsset, permissionEvidence, permissionsOf } from '../../message/permissions.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { listsOf } from '../../wording/listWords.ts'
export default defineDetector({
  id: 'permit-to-flagged-spender',
  title: 'Permit for a block-listed spender',
  why: 'The spender is on a list of scammers, drainers, hackers or sanctioned parties. It can take the full signed amount at any time.',
  advice: 'Do not sign it, and leave the site that asked for it.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'approval',
  decisive: true,
  needs: ['message', 'intents', 'named'],
  detect: ({ message, intents, named }) => {
    const { permissions, unknown } = permissionsOf({ message, intents, named })
    const hits = permissions
      .filter(({ spenderAccount }) => trustOf(spenderAccount) === 'flagged')
      .map((one) => ({
        severity: flagSeverity(one.spenderAccount),
        description: `${nameAccount(one.spender, one.spenderAccount)} is ${one.spenderAccount.sanctioned ? 'sanctioned' : 'listed as a scammer'} and may take ${describeTakenAsset(one)}.`,
        evidence: { ...permissionEvidence(one), lists: listsOf(one.spenderAccount) },
      }))
    const unlisted = permissions.some(({ spenderAccount }) => spenderAccount.sanctioned === null)
    if (hits.length === 0 && unknown.length === 0 && unlisted) return { unknown: ['sanctions'], decisive: false }
    return judged(hits, unknown)
  },
})
