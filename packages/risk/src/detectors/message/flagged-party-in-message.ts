import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'
import { flagSeverity } from '../../engine/finding.ts'
import { partiesOf } from '../../message/parties.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { listsOf } from '../../wording/listWords.ts'

export default defineDetector({
  id: 'flagged-party-in-message',
  title: 'Block-listed address in the message',
  why: 'Your signature pays, calls or empowers an address on a list of scammers, drainers, hackers or sanctioned parties, or such an address checks the signature itself.',
  advice: 'Do not sign it, and leave the site that asked for it.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'flagged',
  decisive: true,
  needs: ['message', 'intents', 'named'],
  detect: ({ message, intents, named }) => {
    const parties = partiesOf(intents, message.account)
    const hits = parties.flatMap(({ address, role }) => {
      const account = named[address]
      if (!account || trustOf(account) !== 'flagged') return []
      return [
        {
          severity: flagSeverity(account),
          description: `${nameAccount(address, account)}, ${account.sanctioned ? 'sanctioned' : 'listed as a scammer or hacker'}, ${role}.`,
          evidence: { address, role, lists: listsOf(account) },
        },
      ]
    })
    if (hits.length > 0) return hits
    const unseen = parties.filter(({ address }) => !named[address]).map(({ address }) => `account of ${address}`)
    if (unseen.length > 0) return { unknown: [...new Set(unseen)] }
    const unlisted = parties.some(({ address }) => named[address]?.sanctioned === null)
    return unlisted ? { unknown: ['sanctions'], decisive: false } : []
  },
})
