import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'
import { flagSeverity } from '../../engine/finding.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { listsOf } from '../../wording/listWords.ts'

export default defineDetector({
  id: 'flagged-counterparty',
  title: 'Payment to a block-listed address',
  why: 'In simulation, an address on a list of scammers, drainers, hackers or sanctioned parties receives the assets you lose, whatever the name of the function.',
  advice: 'Reject the transaction and leave the site that asked for it.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'flagged',
  decisive: true,
  needs: ['payees', 'moved', 'counterparties'],
  detect: ({ payees, moved, counterparties }) => {
    const receiving = new Set([
      ...payees.map(({ address }) => address),
      ...(moved?.movements.lost ?? []).flatMap(({ takers }) => takers),
      ...(moved?.balanceChanges ?? []).filter(({ change }) => change > 0n).map(({ account }) => account),
    ])
    const hits = [...receiving].sort().flatMap((address) => {
      const account = counterparties[address]
      if (!account || trustOf(account) !== 'flagged') return []
      return [
        {
          description: `${nameAccount(address, account)}, ${account.sanctioned ? 'sanctioned' : 'listed as a scammer or hacker'}, receives assets from this transaction.`,
          severity: flagSeverity(account),
          evidence: { address, lists: listsOf(account) },
        },
      ]
    })
    const unlisted = [...receiving].some((address) => counterparties[address]?.sanctioned === null)
    return hits.length === 0 && unlisted ? { unknown: ['sanctions'], decisive: false } : hits
  },
})
