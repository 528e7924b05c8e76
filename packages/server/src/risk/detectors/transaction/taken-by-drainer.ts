import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'taken-by-drainer',
  title: 'A contract that empties wallets took the tokens',
  why: 'The transaction took tokens of people by a contract that nobody knows. Executed on a copy of the chain, a call of that contract moved the tokens of an account that had done no more than approve it, to wherever the caller said.',
  advice: 'Treat it as a theft. Whoever approved this contract should revoke that now.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'critical',
  confidence: 'high',
  family: 'taking',
  needs: ['mined', 'takings', 'takerTrials'],
  detect: ({ mined, takings, takerTrials }) => {
    if (!mined || takings.length === 0) return 'not-applicable'
    return takerTrials.flatMap(({ spender, pulls, privileged }) => {
      const own = takings.filter((taking) => taking.spender.address === spender)
      const subject = own[0]?.spender
      if (subject === undefined) return []
      const hits = capabilityHits(
        { capabilities: pulls, privileged, subject },
        { can: 'take the tokens of whoever approved it', severity: () => 'critical' },
      )
      const owners = [...new Set(own.map(({ owner }) => owner.address))]
      return hits.map(({ evidence, ...hit }) => ({ ...hit, evidence: { ...evidence, spender, owners } }))
    })
  },
})
