import { capabilityHits } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameAsset } from '../../wording/assetNames.ts'

export default defineDetector({
  id: 'free-mint-token-purchase',
  title: 'Purchase of a freely mintable token',
  why: 'In simulation, a stranger’s call minted tokens and paid nothing. Anyone can mint such a token and sell it into the pool you buy from, until your tokens are worth nothing.',
  advice: 'Do not buy it.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  needs: ['purchasePrivileges'],
  detect: ({ purchasePrivileges }) => {
    if (purchasePrivileges.length === 0) return 'not-applicable'
    return purchasePrivileges.flatMap(({ token: address, subject, freeMints, privileged }) => {
      const name = nameAsset(subject.token?.symbol ?? null, address)
      const facts = { capabilities: freeMints, privileged, subject }
      // One call says it; a token may have several.
      const [hit] = capabilityHits(facts, { can: 'mint tokens for free', severity: () => 'high' })
      if (hit === undefined) return []
      return [{ ...hit, description: `${name}: ${hit.description}`, evidence: { ...hit.evidence, token: address } }]
    })
  },
})
