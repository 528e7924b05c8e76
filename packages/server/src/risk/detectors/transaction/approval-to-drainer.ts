import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'approval-to-drainer',
  title: 'The contract you approve empties wallets that approve it',
  why: 'Executed on a copy of the chain, a call moved tokens of an account that had only approved the contract, to wherever the caller said. Whatever amount you approve is theirs to take.',
  advice: 'Reject it. If you approved this contract before, take that approval back.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'critical',
  confidence: 'high',
  family: 'approval',
  needs: ['spenderTrials', 'grants'],
  detect: ({ spenderTrials, grants }) => {
    if (spenderTrials.length === 0) return 'not-applicable'
    return spenderTrials.flatMap(({ spender, pulls, privileged }) => {
      const granted = grants.filter((grant) => grant.spender === spender)
      const subject = granted[0]?.spenderAccount
      if (subject === undefined) return []
      const hits = capabilityHits(
        { capabilities: pulls, privileged, subject },
        { can: 'take the tokens of whoever approved it', severity: () => 'critical' },
      )
      const tokens = [...new Set(granted.map(({ token }) => token))]
      return hits.map(({ evidence, ...hit }) => ({ ...hit, evidence: { ...evidence, spender, tokens } }))
    })
  },
})
