import { capabilityHits, RAISED, REPEATED } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'approval-to-drainer',
  title: 'Approval to a drainer contract',
  why: 'In simulation, a call of this contract moved the tokens of an account that had only approved it to an address that the caller chose. The attacker can take any amount you approve.',
  advice: 'Reject it. If you approved this contract before, revoke that approval now.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'critical',
  confidence: 'high',
  family: 'approval',
  needs: ['spenderProbes', 'grants'],
  detect: ({ spenderProbes, grants }) => {
    if (spenderProbes.length === 0) return 'not-applicable'
    return spenderProbes.flatMap(({ spender, pulls, privileged }) => {
      const granted = grants.filter((grant) => grant.spender === spender)
      const subject = granted[0]?.spenderAccount
      if (subject === undefined) return []
      const hits = capabilityHits(
        { capabilities: pulls, privileged, subject },
        {
          can: ({ repeats, raises }) =>
            repeats ? REPEATED : raises ? RAISED : 'drain every wallet that approved this spender',
          severity: ({ repeats, raises }) => (repeats || raises ? 'high' : 'critical'),
        },
      )
      const tokens = [...new Set(granted.map(({ token }) => token))]
      return hits.map(({ evidence, ...hit }) => ({ ...hit, evidence: { ...evidence, spender, tokens } }))
    })
  },
})
