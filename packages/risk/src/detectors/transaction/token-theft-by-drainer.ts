import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'token-theft-by-drainer',
  title: 'Token theft by a drainer contract',
  why: 'An unknown contract took tokens of people in this transaction. In simulation, a call of that contract moved the tokens of an account that had only approved it to an address that the caller chose.',
  advice: 'Treat it as a theft. If your wallet approved this contract, revoke that approval now.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'critical',
  confidence: 'high',
  family: 'seizure',
  needs: ['mined', 'approvalPulls', 'takerProbes'],
  detect: ({ mined, approvalPulls, takerProbes }) => {
    if (!mined || approvalPulls.length === 0) return 'not-applicable'
    return takerProbes.flatMap(({ spender, pulls, privileged }) => {
      const own = approvalPulls.filter((pulled) => pulled.spender.address === spender)
      const subject = own[0]?.spender
      if (subject === undefined) return []
      const hits = capabilityHits(
        { capabilities: pulls, privileged, subject },
        { can: 'drain every wallet that approved this spender', severity: () => 'critical' },
      )
      const owners = [...new Set(own.map(({ owner }) => owner.address))]
      return hits.map(({ evidence, ...hit }) => ({ ...hit, evidence: { ...evidence, spender, owners } }))
    })
  },
})
